import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())
afterEach(() => localStorage.clear())

/** The module as a tab has it that is loaded now. */
const loaded = () => import('./token.ts')

/** What the browser tells of a change that another tab made. */
function toldOf(oldValue: string | null, newValue: string | null): void {
  window.dispatchEvent(new StorageEvent('storage', { key: 'token', oldValue, newValue }))
}

test('signing out, or in as somebody else, in another tab is heard of', async () => {
  localStorage.setItem('token', 'mine')
  const { onForeignToken } = await loaded()
  const react = vi.fn()
  onForeignToken(react)
  toldOf('mine', 'theirs')
  toldOf('mine', null)
  expect(react).toHaveBeenCalledTimes(2)
})

test('a page told late of the very token that it was loaded with takes it for no change', async () => {
  localStorage.setItem('token', 'mine')
  const { onForeignToken, storeToken } = await loaded()
  const react = vi.fn()
  onForeignToken(react)
  toldOf('before', 'mine')
  storeToken('next')
  toldOf('mine', 'next')
  expect(react).not.toHaveBeenCalled()
})
