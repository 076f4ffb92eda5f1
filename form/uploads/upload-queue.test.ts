import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formMessages, type LocalizedText } from '#domain/messages/form'
import { LIMITS } from '#domain/limits'
import { ApiError } from '../calls/api-error.ts'
import { newClientFileId } from './client-file-id.ts'
import { UploadQueue } from './upload-queue.ts'
import { UploadError } from './upload-request.ts'
import type { SendOptions, UploadTransport } from './upload-transport.ts'

const MINUTE = 60_000

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const text = formMessages.uploads
const pdf = (name: string, content = '%PDF-1.7'): File =>
  new File([content], name, { type: 'application/pdf', lastModified: 1 })
const states = (queue: UploadQueue): string[] => queue.items().map((item) => item.state)
const names = (queue: UploadQueue): string[] => queue.items().map((item) => item.name)
const errors = (queue: UploadQueue) => queue.items().map((item) => item.error?.(formMessages) ?? null)
const keyOf = (queue: UploadQueue, index: number): string => queue.items()[index]?.key ?? ''
const settled = () => vi.advanceTimersByTimeAsync(0)
const offline = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
const cutOff = () => new ApiError('', 'network')

type Sending = SendOptions & { name: string; done: () => void; fail: (error: Error) => void }

/** The network's edge, played by hand. `held` is what the server has, by client file id. */
function network() {
  const sending: Sending[] = []
  const takenBack: string[] = []
  const held = new Set<string>()
  let ids = 0
  const transport: UploadTransport = {
    send: (file, options) =>
      new Promise((resolve, fail) => {
        const done = () => {
          held.add(options.clientFileId)
          resolve({ id: `id-${++ids}`, url: `/files/${ids}` })
        }
        options.signal.addEventListener('abort', () => fail(cutOff()))
        sending.push({ ...options, name: file.name, done, fail })
      }),
    takeBack: async (id) => {
      takenBack.push(id)
      return held.delete(id)
    },
  }
  const check = async () => ({ problem: null, hint: null })
  return { queue: new UploadQueue(transport, check), transport, check, sending, takenBack, held }
}

test('two files are on their way at most, in the order they were chosen', async () => {
  const { queue, sending } = network()
  expect(queue.add([pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf'), pdf('4.pdf')])).toBeNull()
  await settled()
  expect(sending.map((each) => each.name)).toEqual(['1.pdf', '2.pdf'])
  expect(states(queue)).toEqual(['uploading', 'uploading', 'waiting', 'waiting'])

  sending[1]?.done()
  await settled()
  expect(sending.map((each) => each.name)).toEqual(['1.pdf', '2.pdf', '3.pdf'])
  expect(states(queue)).toEqual(['uploading', 'done', 'uploading', 'waiting'])
})

test('progress goes from 0 to 100 and ends with the file’s url', async () => {
  const { queue, sending } = network()
  const seen: number[] = []
  queue.add([pdf('1.pdf')])
  await settled()
  queue.subscribe(() => seen.push(queue.items()[0]?.progress ?? -1))
  sending[0]?.onProgress(40)
  sending[0]?.done()
  await settled()
  expect(seen).toEqual([40, 100])
  expect(queue.items()[0]).toMatchObject({ state: 'done', url: '/files/1', error: null })
})

test('more than ten files in total are refused with the spec’s sentence, all of them', () => {
  const { queue } = network()
  queue.add(Array.from({ length: 8 }, (_, index) => pdf(`${index}.pdf`)))
  expect(queue.add([pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')])?.(formMessages)).toBe(
    "You can upload a maximum of 10 files. You've selected 3 files, but you already have 8 files.",
  )
  expect(queue.items()).toHaveLength(8)
})

test('the same file again is said to be there and not sent twice; the others are taken', async () => {
  const { queue } = network()
  queue.add([pdf('may.pdf'), pdf('june.pdf')])
  expect(queue.add([pdf('may.pdf'), pdf('july.pdf')])?.(formMessages)).toBe(text.already('may.pdf'))
  expect(queue.add([pdf('may.pdf'), pdf('june.pdf')])?.(formMessages)).toBe(text.someAlready(2))
  expect(queue.add([pdf('may.pdf', '%PDF-1.7 another')])).toBeNull()
  expect(names(queue)).toEqual(['may.pdf', 'june.pdf', 'july.pdf', 'may.pdf'])
})

test('of eleven files, one of them there already, ten fit', () => {
  const { queue } = network()
  const nine = Array.from({ length: 9 }, (_, index) => pdf(`${index}.pdf`))
  queue.add(nine)
  expect(queue.add([pdf('0.pdf'), pdf('a.pdf')])?.(formMessages)).toBe(text.already('0.pdf'))
  expect(queue.items()).toHaveLength(10)
})

test('what cannot be used never leaves the page, and a good file of its name takes its place', async () => {
  const { queue, sending } = network()
  queue.add([new File(['x'], 'photo.heic'), pdf('empty.pdf', '')])
  await settled()
  expect(errors(queue)).toEqual([text.foreign.heic, text.empty])
  queue.retry(keyOf(queue, 0))
  await settled()
  expect(sending).toHaveLength(0)

  queue.add([pdf('empty.pdf')])
  await settled()
  expect(states(queue)).toEqual(['failed', 'uploading'])
})

test('a file that is not what its name says is told by its content, before anything is sent', async () => {
  const { transport, sending } = network()
  const problem: LocalizedText = ({ uploads }) => uploads.foreign.heic
  const queue = new UploadQueue(transport, async (file) => ({
    problem: file.name === 'lie.jpg' ? problem : null,
    hint: file.name === 'secret.pdf' ? ({ uploads }) => uploads.protectedPdf : null,
  }))
  queue.add([pdf('lie.jpg'), pdf('secret.pdf')])
  await settled()
  expect(errors(queue)).toEqual([text.foreign.heic, null])
  expect(queue.items()[1]?.hint?.(formMessages)).toBe(text.protectedPdf)
  expect(sending.map((each) => each.name)).toEqual(['secret.pdf'])
})

test('a dropped upload is tried again by itself under the same client file id', async () => {
  const { queue, sending } = network()
  queue.add([pdf('1.pdf')])
  await settled()
  sending[0]?.onProgress(60)
  sending[0]?.fail(cutOff())
  await settled()
  expect(queue.items()[0]).toMatchObject({ state: 'retrying', progress: 0 })
  expect(queue.items()[0]?.reason?.(formMessages)).toBe(text.retrying)

  await vi.advanceTimersByTimeAsync(1300)
  expect(sending).toHaveLength(2)
  expect(sending[1]?.clientFileId).toBe(sending[0]?.clientFileId)
  expect(sending[0]?.clientFileId).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  sending[1]?.done()
  await settled()
  expect(states(queue)).toEqual(['done'])
})

test('after a good many tries it asks what to do, and goes on by itself once the browser is online', async () => {
  const { queue, sending } = network()
  queue.add([pdf('1.pdf')])
  const tries = LIMITS.uploadRetryDelaysMs.length + 1
  for (let attempt = 0; attempt < tries; attempt++) {
    await vi.advanceTimersByTimeAsync(MINUTE)
    sending[attempt]?.fail(cutOff())
  }
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(sending).toHaveLength(tries)
  expect(queue.items()[0]).toMatchObject({ state: 'failed', retryable: true })
  expect(errors(queue)).toEqual(['Upload failed'])

  window.dispatchEvent(new Event('online'))
  await settled()
  sending[tries]?.done()
  await settled()
  expect(states(queue)).toEqual(['done'])
})

test('offline it waits without giving up, and goes on when the browser says so, or all by itself', async () => {
  const { queue, sending } = network()
  const gone = offline()
  queue.add([pdf('1.pdf')])
  for (let attempt = 0; attempt < 30; attempt++) {
    await settled()
    sending[attempt]?.fail(cutOff())
    await settled()
    expect(queue.items()[0]?.reason?.(formMessages)).toBe(text.offline)
    if (attempt % 2) window.dispatchEvent(new Event('online'))
    else await vi.advanceTimersByTimeAsync(MINUTE)
  }
  gone.mockRestore()
  await settled()
  sending[30]?.done()
  await settled()
  expect(states(queue)).toEqual(['done'])
})

test('the server’s wish to be left alone is granted, whatever the connection does', async () => {
  const { queue, sending } = network()
  queue.add([pdf('1.pdf')])
  await settled()
  sending[0]?.fail(new UploadError(new ApiError('Too many tries', 'too_many_requests'), 40_000))
  await settled()
  expect(queue.items()[0]?.reason?.(formMessages)).toBe(text.tooBusy)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(39_000)
  expect(sending).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(sending).toHaveLength(2)
})

test.each([
  ['too_large', 'failed', false],
  ['unsupported_type', 'failed', false],
  ['conflict', 'failed', true],
  ['internal', 'failed', true],
  ['unavailable', 'retrying', true],
])('a refusal with %s ends as %s, retryable: %s', async (code, state, retryable) => {
  const { queue, sending, takenBack } = network()
  queue.add([pdf('1.pdf')])
  await settled()
  sending[0]?.fail(new ApiError('In the server’s words', code))
  await settled()
  expect(queue.items()[0]).toMatchObject({ state, retryable })
  if (state === 'retrying') return
  expect(errors(queue)).toEqual(['In the server’s words'])
  await queue.remove(keyOf(queue, 0))
  expect(takenBack).toEqual([])
})

test('a file that can no longer be read is not tried for ever', async () => {
  const { queue, sending } = network()
  const file = pdf('1.pdf')
  queue.add([file])
  await settled()
  vi.spyOn(file, 'slice').mockReturnValue(
    Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new Error('moved')) }),
  )
  sending[0]?.fail(cutOff())
  await settled()
  expect(errors(queue)).toEqual([text.unreadable])
  expect(queue.items()[0]?.retryable).toBe(false)
})

test('removing takes the file back on the server, but not while it uploads', async () => {
  const { queue, sending, takenBack } = network()
  queue.add([pdf('1.pdf')])
  await settled()
  await queue.remove(keyOf(queue, 0))
  expect(states(queue)).toEqual(['uploading'])

  sending[0]?.done()
  await settled()
  await queue.remove(keyOf(queue, 0))
  expect(takenBack).toEqual(['id-1'])
  expect(queue.items()).toHaveLength(0)
})

test('cancelling stops the transfer, the row goes, the next file starts, and what had arrived is erased', async () => {
  const { queue, sending, takenBack, held } = network()
  queue.add([pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf')])
  await settled()
  const cut = keyOf(queue, 0)
  queue.cancel(cut)
  expect(sending[0]?.signal.aborted).toBe(true)
  expect(names(queue)).toEqual(['2.pdf', '3.pdf'])
  expect(states(queue)).toEqual(['uploading', 'uploading'])

  // The server was still storing it when it was asked first.
  await settled()
  held.add(cut)
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(held.has(cut)).toBe(false)
  expect(takenBack).toEqual([cut, cut])
})

test('what waits for its turn or failed goes at once; the server is asked only of what it may have', async () => {
  const { queue, takenBack, sending } = network()
  queue.add([pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf')])
  await settled()
  await queue.remove(keyOf(queue, 2))
  expect(names(queue)).toEqual(['1.pdf', '2.pdf'])
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(takenBack).toEqual([])

  const cut = keyOf(queue, 0)
  // Each try appears in the list as it begins.
  for (const each of sending) {
    if (each.name === '1.pdf') each.fail(cutOff())
    await vi.advanceTimersByTimeAsync(MINUTE)
  }
  expect(states(queue)).toEqual(['failed', 'uploading'])
  await queue.remove(cut)
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(new Set(takenBack)).toEqual(new Set([cut]))
})

test('a file that could not be taken back stays, and says so', async () => {
  const { transport, check } = network()
  const queue = new UploadQueue({ ...transport, takeBack: () => Promise.reject(cutOff()) }, check)
  queue.restore([{ id: 'kept', name: 'may.pdf', size: 10, type: 'application/pdf' }])
  const removal = queue.remove(keyOf(queue, 0))
  expect(states(queue)).toEqual(['removing'])
  await vi.advanceTimersByTimeAsync(5 * MINUTE)
  await removal
  expect(states(queue)).toEqual(['done'])
  expect(errors(queue)).toEqual([text.removeFailed])
})

test('only images get a preview, and it is given back with the file', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview')
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  const { queue, sending } = network()
  queue.add([new File(['x'], 'photo.JPG', { type: 'image/jpeg' }), pdf('1.pdf')])
  await settled()
  expect(queue.items().map((item) => item.preview)).toEqual(['blob:preview', null])
  sending[0]?.done()
  await settled()
  await queue.remove(keyOf(queue, 0))
  expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:preview')
})

test('what the session held is listed first and only once', () => {
  const { queue } = network()
  const held = [{ id: 'a', name: 'may.pdf', size: 10, type: 'application/pdf', clientFileId: 'c' }]
  queue.add([pdf('june.pdf')])
  queue.restore(held)
  queue.restore(held)
  expect(names(queue)).toEqual(['may.pdf', 'june.pdf'])
})

test('a file that arrived though its answer was lost is known by its client file id', async () => {
  const { queue, sending } = network()
  queue.add([pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf')])
  await settled()
  const clientFileId = keyOf(queue, 0)
  queue.restore([{ id: 'a', name: '1.pdf', size: 8, type: 'application/pdf', clientFileId }])
  await settled()
  expect(names(queue)).toEqual(['1.pdf', '2.pdf', '3.pdf'])
  expect(states(queue)).toEqual(['done', 'uploading', 'uploading'])
  expect(queue.items()[0]?.id).toBe('a')
  expect(sending[0]?.signal.aborted).toBe(true)
})

test('what an earlier visit left is listed as it was chosen, in whatever order it arrived', () => {
  const chosen = ['may.pdf', 'june.pdf', 'july.pdf']
  const held = chosen.map((name, index) => ({
    ...{ id: `b${9 - index}`, name, size: 8, type: 'application/pdf' },
    clientFileId: newClientFileId(),
  }))
  const { queue } = network()
  queue.restore(held.toReversed())
  expect(names(queue)).toEqual(chosen)
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  for (const { clientFileId } of held) expect(clientFileId).toMatch(uuid)
})

test('with a new session, files of this page are sent again and earlier ones are counted as lost', async () => {
  const { queue, sending } = network()
  queue.restore([{ id: 'a', name: 'may.pdf', size: 10, type: 'application/pdf' }])
  queue.add([pdf('june.pdf')])
  await settled()
  sending[0]?.done()
  await settled()
  expect(queue.sessionEnded()).toBe(1)
  expect(queue.items()).toMatchObject([{ name: 'june.pdf', state: 'uploading', id: null }])

  sending[1]?.done()
  await settled()
  expect(states(queue)).toEqual(['done'])
  expect(sending).toHaveLength(2)
})

test('a cancelled file keeps the queue busy until it is sure to be gone from the server', async () => {
  const { queue } = network()
  queue.add([pdf('1.pdf')])
  await settled()
  const busy: boolean[] = []
  queue.subscribe(() => busy.push(queue.isBusy()))
  queue.cancel(keyOf(queue, 0))
  expect(new Set(busy)).toEqual(new Set([true]))
  await settled()
  expect([queue.items().length, queue.isBusy()]).toEqual([0, true])
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(queue.isBusy()).toBe(false)
})

test('starting over forgets all files and stops what is under way', async () => {
  const { queue, sending, takenBack } = network()
  queue.add([pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf')])
  await settled()
  queue.forget()
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect([queue.items(), queue.isBusy(), takenBack]).toEqual([[], false, []])
  expect(sending.map((each) => each.signal.aborted)).toEqual([true, true])
})

test('files of another application are sent again: those that arrived, and those its session refused', async () => {
  const { queue, sending } = network()
  queue.add([pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf')])
  await settled()
  sending[0]?.done()
  await settled()
  sending[1]?.fail(new ApiError('Received', 'conflict'))
  await settled()
  sending[2]?.fail(new ApiError('Broken', 'unsupported_type'))
  await settled()
  expect(states(queue)).toEqual(['done', 'failed', 'failed'])
  queue.anew()
  await settled()
  expect(states(queue)).toEqual(['uploading', 'uploading', 'failed'])
  expect(sending.slice(3).map((each) => each.name)).toEqual(['1.pdf', '2.pdf'])
})

test('a used-up quota fails the upload in the server’s words until the applicant tries again', async () => {
  const { queue, sending } = network()
  queue.add([pdf('1.pdf')])
  await settled()
  const said = 'Too many files are waiting to be submitted.'
  sending[0]?.fail(new UploadError(new ApiError(said, 'quota_exceeded'), 3600_000))
  await vi.advanceTimersByTimeAsync(24 * 60 * MINUTE)
  expect([sending.length, states(queue), errors(queue)]).toEqual([1, ['failed'], [said]])
  expect([queue.isBusy(), queue.items()[0]?.retryable]).toEqual([false, true])

  queue.retry(keyOf(queue, 0))
  await settled()
  sending[1]?.done()
  await settled()
  expect(states(queue)).toEqual(['done'])
})

test('a full disk fails the upload, so that nothing waits for it, and is tried again every five minutes', async () => {
  const { queue, sending } = network()
  queue.add([pdf('1.pdf'), pdf('2.pdf')])
  await settled()
  const full = () =>
    new UploadError(new ApiError('Files cannot be accepted right now.', 'storage_full'), 300_000)
  for (const each of sending.slice(0, 2)) each.fail(full())
  await settled()
  expect([states(queue), queue.isBusy()]).toEqual([['failed', 'failed'], false])
  await queue.remove(keyOf(queue, 1))
  await vi.advanceTimersByTimeAsync(LIMITS.storageFullRetryMs - 1000)
  expect(sending).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(sending.slice(2).map(({ name }) => name)).toEqual(['1.pdf'])
  sending[2]?.fail(full())
  await vi.advanceTimersByTimeAsync(LIMITS.storageFullRetryMs)
  sending[3]?.done()
  await settled()
  expect(states(queue)).toEqual(['done'])
})
