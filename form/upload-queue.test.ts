import { afterEach, expect, test, vi } from 'vitest'
import { UploadQueue, type UploadItem, type UploadTransport } from './upload-queue.ts'

afterEach(() => vi.restoreAllMocks())

const pdf = (name: string): File => new File(['%PDF-1.7'], name, { type: 'application/pdf' })
const states = (queue: UploadQueue): string[] => queue.items().map((item) => item.state)
const keyOf = (queue: UploadQueue, index: number): string => queue.items()[index]?.key ?? ''
const settled = () => new Promise((done) => setTimeout(done))

type Sending = {
  name: string
  progress: (percent: number) => void
  done: () => void
  fail: (error: Error) => void
}

/** The network's edge, played by hand. */
function network() {
  const sending: Sending[] = []
  const takenBack: string[] = []
  let ids = 0
  const transport: UploadTransport = {
    send: (file, progress) =>
      new Promise((resolve, fail) => {
        const done = () => resolve({ id: `id-${++ids}`, url: `/files/${ids}` })
        sending.push({ name: file.name, progress, done, fail })
      }),
    takeBack: async (id) => {
      takenBack.push(id)
    },
  }
  return { transport, sending, takenBack }
}

test('two files are on their way at most, in the order they were chosen', async () => {
  const { transport, sending } = network()
  const queue = new UploadQueue(transport)
  expect(queue.add([pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf'), pdf('4.pdf')])).toBeNull()
  expect(sending.map((each) => each.name)).toEqual(['1.pdf', '2.pdf'])
  expect(states(queue)).toEqual(['uploading', 'uploading', 'waiting', 'waiting'])

  sending[1]?.done()
  await settled()
  expect(sending.map((each) => each.name)).toEqual(['1.pdf', '2.pdf', '3.pdf'])
  expect(states(queue)).toEqual(['uploading', 'done', 'uploading', 'waiting'])
})

test('progress goes from 0 to 100 and ends with the file’s url', async () => {
  const { transport, sending } = network()
  const queue = new UploadQueue(transport)
  const seen: number[] = []
  queue.subscribe(() => seen.push(queue.items()[0]?.progress ?? -1))
  queue.add([pdf('1.pdf')])
  sending[0]?.progress(40)
  sending[0]?.done()
  await settled()
  expect(seen).toEqual([0, 0, 40, 100])
  expect(queue.items()[0]).toMatchObject({ state: 'done', url: '/files/1', error: null })
})

test('more than ten files in total are refused with the spec’s sentence, all of them', () => {
  const queue = new UploadQueue(network().transport)
  queue.add(Array.from({ length: 8 }, (_, index) => pdf(`${index}.pdf`)))
  expect(queue.add([pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')])).toBe(
    "You can upload a maximum of 10 files. You've selected 3 files, but you already have 8 files.",
  )
  expect(queue.items()).toHaveLength(8)
})

test('a failure is told on its own row and can be tried again', async () => {
  const { transport, sending } = network()
  const queue = new UploadQueue(transport)
  queue.add([pdf('1.pdf'), pdf('2.pdf')])
  sending[0]?.fail(new Error('This file is damaged'))
  sending[1]?.fail(new Error(''))
  await settled()
  expect(queue.items().map((item) => item.error)).toEqual(['This file is damaged', 'Upload failed'])

  queue.retry(keyOf(queue, 0))
  sending[2]?.done()
  await settled()
  expect(states(queue)).toEqual(['done', 'failed'])
})

test('a file of another type never leaves the page and is not tried again', () => {
  const { transport, sending } = network()
  const queue = new UploadQueue(transport)
  queue.add([new File(['x'], 'photo.heic', { type: 'image/heic' })])
  queue.retry(keyOf(queue, 0))
  expect(sending).toHaveLength(0)
  expect(queue.items()[0]).toMatchObject({
    state: 'failed',
    retryable: false,
    error: 'This type of file cannot be used. Attach a PDF, JPG or PNG.',
  })
})

test('removing takes the file back on the server, but not while it uploads', async () => {
  const { transport, sending, takenBack } = network()
  const queue = new UploadQueue(transport)
  queue.add([pdf('1.pdf')])
  await queue.remove(keyOf(queue, 0))
  expect(states(queue)).toEqual(['uploading'])

  sending[0]?.done()
  await settled()
  await queue.remove(keyOf(queue, 0))
  expect(takenBack).toEqual(['id-1'])
  expect(queue.items()).toHaveLength(0)
})

test('a file that could not be taken back stays, and says so', async () => {
  const { transport } = network()
  const queue = new UploadQueue({ ...transport, takeBack: () => Promise.reject(new Error('cut off')) })
  queue.restore([{ id: 'kept', name: 'may.pdf', size: 10, type: 'application/pdf' }])
  await queue.remove(keyOf(queue, 0))
  expect(queue.items()[0]).toMatchObject({
    state: 'done',
    error: 'This file could not be removed. Try again.',
  })
})

test('only images get a preview, and it is given back with the file', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview')
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  const { transport, sending } = network()
  const queue = new UploadQueue(transport)
  queue.add([new File(['x'], 'photo.JPG', { type: 'image/jpeg' }), pdf('1.pdf')])
  expect(queue.items().map((item) => item.preview)).toEqual(['blob:preview', null])
  sending[0]?.done()
  await settled()
  await queue.remove(keyOf(queue, 0))
  expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:preview')
})

test('what the session held is listed first and only once', () => {
  const queue = new UploadQueue(network().transport)
  const held = [{ id: 'a', name: 'may.pdf', size: 10, type: 'application/pdf' }]
  queue.add([pdf('june.pdf')])
  queue.restore(held)
  queue.restore(held)
  expect(queue.items().map((item: UploadItem) => item.name)).toEqual(['may.pdf', 'june.pdf'])
})

test('with a new session, files of this page are sent again and earlier ones are counted as lost', async () => {
  const { transport, sending } = network()
  const queue = new UploadQueue(transport)
  queue.restore([{ id: 'a', name: 'may.pdf', size: 10, type: 'application/pdf' }])
  queue.add([pdf('june.pdf')])
  sending[0]?.done()
  await settled()
  expect(queue.sessionRenewed('token-2')).toBe(1)
  expect(queue.items()).toMatchObject([{ name: 'june.pdf', state: 'uploading', id: null }])

  sending[1]?.done()
  await settled()
  expect(queue.sessionRenewed('token-2')).toBe(0)
  expect(states(queue)).toEqual(['done'])
  expect(sending).toHaveLength(2)
})
