import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UNDESCRIBED, type Description } from '#domain/document-type'
import { LIMITS } from '#domain/limits'
import { ApiError } from '../calls/api-error.ts'
import { openFiles, pdf, settled } from './played-files.fixture.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

const OTHER: Description = { documentType: 'other', statementMonth: null }

test('a type chosen while the file is on its way is stored afterwards, and keeps the form busy until then', async () => {
  const saved: [id: string, description: Description][] = []
  const answers: (() => void)[] = []
  const { add, sending, items, dispatch, busy, states } = openFiles({
    describe: (id, description) => {
      saved.push([id, description])
      return new Promise((resolve) => answers.push(() => resolve(true)))
    },
  })
  add([pdf('voided check.pdf')])
  await settled()
  expect(sending[0]?.description).toEqual(UNDESCRIBED)
  dispatch({ type: 'fileDescribed', key: items()[0]?.key ?? '', description: OTHER })
  expect(saved).toEqual([])
  sending[0]?.done()
  await settled()
  expect([states(), saved, busy()]).toEqual([['done'], [['id-1', OTHER]], true])

  dispatch({ type: 'fileDescribed', key: items()[0]?.key ?? '', description: UNDESCRIBED })
  answers[0]?.()
  await settled()
  expect([saved.at(-1), busy()]).toEqual([['id-1', UNDESCRIBED], true])
  answers[1]?.()
  await settled()
  expect(busy()).toBe(false)
})

test('a type that a busy server or a proxy turned away is stored later, and a submit waits for it', async () => {
  let refusals = 2
  const { add, sending, items, dispatch, busy } = openFiles({
    describe: async () => {
      if (refusals-- > 0) throw new ApiError('', 'too_many_requests')
      return true
    },
  })
  add([pdf('voided check.pdf')])
  await settled()
  sending[0]?.done()
  await settled()
  dispatch({ type: 'fileDescribed', key: items()[0]?.key ?? '', description: OTHER })
  await settled()
  expect(busy()).toBe(true)
  await vi.advanceTimersByTimeAsync(3 * LIMITS.offlineRetryMs)
  expect([busy(), refusals]).toEqual([false, -1])
})

test('a file that is restored has the type that is stored', () => {
  const { restore, items } = openFiles()
  const file = { id: 'a', name: 'scan.pdf', size: 1, type: 'application/pdf' }
  restore([{ ...file, ...OTHER }])
  expect(items()[0]?.description).toEqual(OTHER)
})
