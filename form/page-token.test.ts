import { beforeEach, expect, test, vi } from 'vitest'

const opened = async (address: string) => {
  window.history.replaceState({ kept: true }, '', address)
  vi.resetModules()
  return import('./page-token.ts')
}

beforeEach(() => sessionStorage.clear())

test('a token leaves the address, and a reload of the tab still has it', async () => {
  const { pageToken } = await opened('/application?lang=es#abc.def')
  expect([pageToken(), pageToken()]).toEqual(['abc.def', 'abc.def'])
  expect(window.location.href).not.toContain('abc')
  expect(window.location.search).toBe('?lang=es')
  expect(window.history.state).toEqual({ kept: true })
  expect((await opened('/application')).pageToken()).toBe('abc.def')
})

test('each page has its own', async () => {
  expect((await opened('/application#one')).pageToken()).toBe('one')
  expect((await opened('/sign')).pageToken()).toBeNull()
})

test('a token is known until the reload where storage is blocked', async () => {
  const { pageToken } = await opened('/sign#one')
  const blocked = vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  expect([pageToken(), pageToken()]).toEqual(['one', 'one'])
  blocked.mockRestore()
})
