import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formMessages } from '#domain/messages/form'
import { ApiError } from '../calls/api-error.ts'
import { UploadQueue } from './upload-queue.ts'
import { Uploads, type LoadedUploads } from './uploads.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pdf = (name: string): File => new File(['%PDF-1.7'], name, { type: 'application/pdf' })
const soon = () => vi.advanceTimersByTimeAsync(0)

/** The part that is loaded, over a network that is played by hand. */
function part() {
  const sending: { done: () => void; fail: (error: Error) => void }[] = []
  const send = () =>
    new Promise<{ id: string; url: string }>((resolve, fail) =>
      sending.push({ done: () => resolve({ id: `${sending.length}`, url: '' }), fail }),
    )
  const transport = { send, takeBack: async () => true }
  const check = async () => ({ problem: null, hint: null })
  const loaded: LoadedUploads = { queue: new UploadQueue(transport, check), Rows: () => <></> }
  return { sending, loaded }
}

test('whoever waits for the files hears when they are all there, or of the first that failed', async () => {
  const { sending, loaded } = part()
  const uploads = new Uploads(async () => loaded)
  let heard = 0
  const listen = () => void uploads.settled().then(() => heard++)
  listen()
  await soon()
  expect(heard).toBe(1)

  void uploads.add([pdf('1.pdf'), pdf('2.pdf')])
  expect([uploads.isBusy(), uploads.isUnderWay()]).toEqual([true, true])
  listen()
  await soon()
  sending[0]?.done()
  await soon()
  expect([heard, uploads.isBusy()]).toEqual([1, true])
  sending[1]?.fail(new ApiError('Full', 'conflict'))
  await soon()
  expect([heard, uploads.isBusy(), uploads.isUnderWay(), uploads.hasFailed()]).toEqual([
    2,
    false,
    false,
    true,
  ])
})

test('files that are chosen without a connection wait until what handles them can be loaded', async () => {
  const { loaded } = part()
  const gone = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  let broken = true
  const uploads = new Uploads(() =>
    broken ? Promise.reject(new TypeError('no line')) : Promise.resolve(loaded),
  )
  void uploads.load()
  await soon()
  expect(uploads.trouble()).toBeNull()

  const added = uploads.add([pdf('1.pdf')])
  await soon()
  expect(uploads.trouble()?.(formMessages)).toBe(formMessages.uploads.offline)
  expect(uploads.isBusy()).toBe(true)

  broken = false
  gone.mockRestore()
  window.dispatchEvent(new Event('online'))
  expect(await added).toBeNull()
  expect(uploads.trouble()).toBeNull()
  expect(uploads.items()).toHaveLength(1)
})

test('with a connection and without that part, the page is to be loaded again', async () => {
  const uploads = new Uploads(() => Promise.reject(new TypeError('never again')))
  void uploads.add([pdf('1.pdf')])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(uploads.trouble()?.(formMessages)).toBe(formMessages.uploads.reload)
})

test('a session without files needs nothing of it', async () => {
  const fetch = vi.fn(async () => part().loaded)
  const uploads = new Uploads(fetch)
  await uploads.restore([])
  expect(fetch).not.toHaveBeenCalled()
  await uploads.restore([{ id: 'a', name: 'may.pdf', size: 10, type: 'application/pdf' }])
  expect(uploads.items()).toHaveLength(1)
})
