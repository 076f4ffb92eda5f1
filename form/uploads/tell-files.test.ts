import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formMessages } from '#domain/messages/form'
import { AT, openForm } from '../application/opened.fixture.ts'
import { ApiError } from '../calls/api-error.ts'
import { filesTrouble, hasFailed, isBusy, isUploading, type FilesPart } from './files.ts'
import { createPart, pdf, playEdge, settled } from './played-files.fixture.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => new Promise(() => {}))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
})

function open(loadPart: () => Promise<FilesPart>) {
  const opened = openForm({ loadPart })
  const uploads = () => opened.state().uploads
  const trouble = () => filesTrouble(uploads())?.(formMessages) ?? null
  return { ...opened, uploads, trouble }
}

test('a submit that waits for files learns that they are all there, or that one failed', async () => {
  const { edge, sending } = playEdge()
  const { uploads, addFiles } = open(async () => createPart(edge))
  expect([isBusy(uploads()), hasFailed(uploads())]).toEqual([false, false])

  addFiles([pdf('1.pdf'), pdf('2.pdf')])
  expect([isBusy(uploads()), isUploading(uploads())]).toEqual([true, true])
  await settled()
  sending[0]?.done()
  await settled()
  expect([isBusy(uploads()), hasFailed(uploads())]).toEqual([true, false])
  sending[1]?.fail(new ApiError('Full', 'conflict'))
  await settled()
  expect([isBusy(uploads()), isUploading(uploads()), hasFailed(uploads())]).toEqual([false, false, true])
})

test('files chosen without a connection wait until their part can be loaded', async () => {
  const { edge } = playEdge()
  const gone = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  let broken = true
  const { dispatch, uploads, addFiles, trouble } = open(() =>
    broken ? Promise.reject(new TypeError('no line')) : Promise.resolve(createPart(edge)),
  )
  dispatch({ type: 'filesNeeded' })
  await settled()
  expect(trouble()).toBeNull()

  addFiles([pdf('1.pdf')])
  await settled()
  expect(trouble()).toBe(formMessages.uploads.offline)
  expect(isBusy(uploads())).toBe(true)

  broken = false
  gone.mockRestore()
  window.dispatchEvent(new Event('online'))
  await settled()
  expect(uploads().files.said).toBeNull()
  expect(trouble()).toBeNull()
  expect(uploads().files.items).toHaveLength(1)
})

test('with a connection and without that part, the page asks to be loaded again', async () => {
  const { addFiles, trouble } = open(() => Promise.reject(new TypeError('never again')))
  addFiles([pdf('1.pdf')])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(trouble()).toBe(formMessages.uploads.reload)
})

test('a session without files does not load the part', async () => {
  const load = vi.fn(async () => createPart(playEdge().edge))
  const { answer, uploads } = openLate(load)
  answer([])
  await settled()
  expect(load).not.toHaveBeenCalled()
  const withFile = openLate(load)
  withFile.answer([{ id: 'a', name: 'may.pdf', size: 10, type: 'application/pdf' }])
  await settled()
  expect(uploads().files.items).toHaveLength(0)
  expect(withFile.uploads().files.items).toHaveLength(1)
})

type Held = { id: string; name: string; size: number; type: string }

/** A form whose earlier visit is answered with files. */
function openLate(loadPart: () => Promise<FilesPart>) {
  const { state, answer } = openForm({ late: true, loadPart })
  return {
    uploads: () => state().uploads,
    answer: (files: readonly Held[]) => {
      const held = {
        submittedAt: null,
        receiptToken: null,
        movedAt: null,
        draft: null,
        files: files.map((file) => ({
          ...file,
          clientFileId: null,
          statementMonth: null,
          documentType: '',
          createdAt: AT,
          url: '',
        })),
      }
      answer({ is: 'open', held })
    },
  }
}
