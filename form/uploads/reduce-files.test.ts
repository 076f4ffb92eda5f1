import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formMessages } from '#domain/messages/form'
import { ApiError } from '../calls/api-error.ts'
import { newClientFileId } from './client-file-id.ts'
import { cutOff, MINUTE, openFiles, pdf, settled } from './played-files.fixture.ts'

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

const text = formMessages.uploads

test('two files are on their way at most, in the order they were chosen', async () => {
  const { add, sending, states } = openFiles()
  expect(add([pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf'), pdf('4.pdf')])).toBeNull()
  await settled()
  expect(sending.map((each) => each.name)).toEqual(['1.pdf', '2.pdf'])
  expect(states()).toEqual(['uploading', 'uploading', 'waiting', 'waiting'])

  sending[1]?.done()
  await settled()
  expect(sending.map((each) => each.name)).toEqual(['1.pdf', '2.pdf', '3.pdf'])
  expect(states()).toEqual(['uploading', 'done', 'uploading', 'waiting'])
})

test('progress goes from 0 to 100 and ends with the file’s url', async () => {
  const { add, sending, items, subscribe } = openFiles()
  const seen: number[] = []
  add([pdf('1.pdf')])
  await settled()
  subscribe(() => seen.push(items()[0]?.progress ?? -1))
  sending[0]?.onProgress(40)
  sending[0]?.done()
  await settled()
  expect(seen).toEqual([40, 100])
  expect(items()[0]).toMatchObject({ state: 'done', url: '/files/1', error: null })
})

test('more than ten files in total are refused with the specified sentence, all of them', () => {
  const { add, items } = openFiles()
  add(Array.from({ length: 8 }, (_, index) => pdf(`${index}.pdf`)))
  expect(add([pdf('a.pdf'), pdf('b.pdf'), pdf('c.pdf')])).toBe(
    "You can upload a maximum of 10 files. You've selected 3 files, but you already have 8 files.",
  )
  expect(items()).toHaveLength(8)
})

test('the same file again is reported as attached and not sent twice; the others are taken', () => {
  const { add, names } = openFiles()
  add([pdf('may.pdf'), pdf('june.pdf')])
  expect(add([pdf('may.pdf'), pdf('july.pdf')])).toBe(text.already('may.pdf'))
  expect(add([pdf('may.pdf'), pdf('june.pdf')])).toBe(text.someAlready(2))
  expect(add([pdf('may.pdf', '%PDF-1.7 another')])).toBeNull()
  expect(names()).toEqual(['may.pdf', 'june.pdf', 'july.pdf', 'may.pdf'])
})

test('of eleven files, one of them attached already, ten fit', () => {
  const { add, items } = openFiles()
  const nine = Array.from({ length: 9 }, (_, index) => pdf(`${index}.pdf`))
  add(nine)
  expect(add([pdf('0.pdf'), pdf('a.pdf')])).toBe(text.already('0.pdf'))
  expect(items()).toHaveLength(10)
})

test('an unusable file never leaves the page, and a good file of its name takes its place', async () => {
  const { add, retry, sending, errors, states } = openFiles()
  add([new File(['x'], 'photo.webp'), pdf('empty.pdf', '')])
  await settled()
  expect(errors()).toEqual([text.foreign.picture, text.empty])
  retry(0)
  await settled()
  expect(sending).toHaveLength(0)

  add([pdf('empty.pdf')])
  await settled()
  expect(states()).toEqual(['failed', 'uploading'])
})

test('a file whose content differs from its name is refused before anything is sent', async () => {
  const { add, sending, errors, items } = openFiles({
    check: async (file) => ({
      problem: file.name === 'lie.jpg' ? ({ uploads }) => uploads.foreign.picture : null,
      hint: file.name === 'secret.pdf' ? ({ uploads }) => uploads.protectedPdf : null,
    }),
  })
  add([pdf('lie.jpg'), pdf('secret.pdf')])
  await settled()
  expect(errors()).toEqual([text.foreign.picture, null])
  expect(items()[1]?.hint?.(formMessages)).toBe(text.protectedPdf)
  expect(sending.map((each) => each.name)).toEqual(['secret.pdf'])
})

test('removing takes the file back on the server, but not while it uploads', async () => {
  const { add, remove, sending, states, takenBack, items } = openFiles()
  add([pdf('1.pdf')])
  await settled()
  remove(0)
  await settled()
  expect(states()).toEqual(['uploading'])

  sending[0]?.done()
  await settled()
  remove(0)
  await settled()
  expect(takenBack).toEqual(['id-1'])
  expect(items()).toHaveLength(0)
})

test('cancelling stops the transfer, drops the row, starts the next file and erases an upload that had arrived', async () => {
  const { add, cancel, sending, states, names, items, takenBack, held } = openFiles()
  add([pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf')])
  await settled()
  const cut = items()[0]?.key ?? ''
  cancel(0)
  expect(sending[0]?.signal.aborted).toBe(true)
  expect(names()).toEqual(['2.pdf', '3.pdf'])
  expect(states()).toEqual(['uploading', 'uploading'])

  // The server was still storing it when it was asked first.
  await settled()
  held.add(cut)
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(held.has(cut)).toBe(false)
  expect(takenBack).toEqual([cut, cut])
})

test('a waiting or failed file goes at once; the server is asked only for files it may have', async () => {
  const { add, remove, sending, states, names, items, takenBack } = openFiles()
  add([pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf')])
  await settled()
  remove(2)
  expect(names()).toEqual(['1.pdf', '2.pdf'])
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(takenBack).toEqual([])

  const cut = items()[0]?.key
  // Each try appears in the list as it begins.
  for (const each of sending) {
    if (each.name === '1.pdf') each.fail(cutOff())
    await vi.advanceTimersByTimeAsync(MINUTE)
  }
  expect(states()).toEqual(['failed', 'uploading'])
  remove(0)
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(new Set(takenBack)).toEqual(new Set([cut]))
})

test('a file that could not be taken back stays, and says so', async () => {
  const { restore, takeFileAway, items, states, errors } = openFiles({
    takeBack: () => Promise.reject(cutOff()),
  })
  restore([{ id: 'kept', name: 'may.pdf', size: 10, type: 'application/pdf' }])
  const removal = takeFileAway(items()[0]?.key ?? '')
  expect(states()).toEqual(['removing'])
  await vi.advanceTimersByTimeAsync(5 * MINUTE)
  expect(await removal).toBe(false)
  expect(states()).toEqual(['done'])
  expect(errors()).toEqual([text.removeFailed])
})

test('only images get a preview, and it is given back with the file', async () => {
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:preview')
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  const { add, takeFileAway, sending, items } = openFiles()
  add([new File(['x'], 'photo.JPG', { type: 'image/jpeg' }), pdf('1.pdf')])
  await settled()
  expect(items().map((item) => item.preview)).toEqual(['blob:preview', null])
  sending[0]?.done()
  await settled()
  expect(await takeFileAway(items()[0]?.key ?? '')).toBe(true)
  expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:preview')
})

test('files the session held are listed first and only once', () => {
  const { add, restore, names } = openFiles()
  const held = [{ id: 'a', name: 'may.pdf', size: 10, type: 'application/pdf', clientFileId: 'c' }]
  add([pdf('june.pdf')])
  restore(held)
  restore(held)
  expect(names()).toEqual(['may.pdf', 'june.pdf'])
})

test('a file that arrived though its answer was lost is known by its client file id', async () => {
  const { add, restore, names, states, items, sending } = openFiles()
  add([pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf')])
  await settled()
  const clientFileId = items()[0]?.key ?? ''
  restore([{ id: 'a', name: '1.pdf', size: 8, type: 'application/pdf', clientFileId }])
  await settled()
  expect(names()).toEqual(['1.pdf', '2.pdf', '3.pdf'])
  expect(states()).toEqual(['done', 'uploading', 'uploading'])
  expect(items()[0]?.id).toBe('a')
  expect(sending[0]?.signal.aborted).toBe(true)
})

test('files of an earlier visit are listed as they were chosen, in whatever order they arrived', () => {
  const chosen = ['may.pdf', 'june.pdf', 'july.pdf']
  const held = chosen.map((name, index) => ({
    id: `b${9 - index}`,
    name,
    size: 8,
    type: 'application/pdf',
    clientFileId: newClientFileId(),
  }))
  const { restore, names } = openFiles()
  restore(held.toReversed())
  expect(names()).toEqual(chosen)
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  for (const { clientFileId } of held) expect(clientFileId).toMatch(uuid)
})

test('with a new session, files of this page are sent again and earlier ones are lost', async () => {
  const { add, restore, endSession, items, states, sending, state } = openFiles()
  restore([{ id: 'a', name: 'may.pdf', size: 10, type: 'application/pdf' }])
  add([pdf('june.pdf')])
  await settled()
  sending[0]?.done()
  await settled()
  endSession()
  expect(state().failure?.say(formMessages)).toBe(formMessages.restarted)
  expect(items()).toMatchObject([{ name: 'june.pdf', state: 'uploading', id: null }])

  sending[1]?.done()
  await settled()
  expect(states()).toEqual(['done'])
  expect(sending).toHaveLength(2)
})

test('a cancelled file keeps the page busy until it is surely gone from the server', async () => {
  const { add, cancel, busy, items, subscribe } = openFiles()
  add([pdf('1.pdf')])
  await settled()
  const seen: boolean[] = []
  subscribe(() => seen.push(busy()))
  cancel(0)
  expect(new Set(seen)).toEqual(new Set([true]))
  await settled()
  expect([items().length, busy()]).toEqual([0, true])
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(busy()).toBe(false)
})

test('starting over forgets all files and stops those under way', async () => {
  const { add, startOver, items, busy, sending, takenBack } = openFiles()
  add([pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf')])
  await settled()
  startOver()
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect([items(), busy(), takenBack]).toEqual([[], false, []])
  expect(sending.map((each) => each.signal.aborted)).toEqual([true, true])
})

test('files of another application are sent again: those that arrived, and those its session refused', async () => {
  const { add, sending, states, state, dispatch } = openFiles()
  add([pdf('1.pdf'), pdf('2.pdf'), pdf('3.pdf')])
  await settled()
  sending[0]?.done()
  await settled()
  sending[1]?.fail(new ApiError('Received', 'conflict'))
  await settled()
  sending[2]?.fail(new ApiError('Broken', 'unsupported_type'))
  await settled()
  expect(states()).toEqual(['done', 'failed', 'failed'])
  const { files, part } = state().uploads
  const context = { token: 'token-1', companyId: '1', online: true }
  const after = part?.reduce(files, { type: 'sessionReplaced' }, context)
  expect(after?.files.items.map((item) => item.state)).toEqual(['uploading', 'uploading', 'failed'])
  const sent = after?.effects.filter((effect) => effect.do === 'sendFile').map(({ file }) => file.name)
  expect(sent).toEqual(['1.pdf', '2.pdf'])
  dispatch({ type: 'startedOver' })
})
