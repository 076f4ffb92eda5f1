import { vi } from 'vitest'
import { formMessages, type LocalizedText } from '#domain/messages/form'
import { openForm } from '../application/opened.fixture.ts'
import { ApiError } from '../calls/api-error.ts'
import { isBusy, isUploading, type FileEvent, type FilesPart } from './files.ts'
import { createFilesPerformer, type FilesEdge } from './perform-files.ts'
import { reduceFiles } from './reduce-files.ts'
import type { UploadRequest } from './upload-request.ts'

export const MINUTE = 60_000

export const pdf = (name: string, content = '%PDF-1.7'): File =>
  new File([content], name, { type: 'application/pdf', lastModified: 1 })
export const settled = () => vi.advanceTimersByTimeAsync(0)
export const cutOff = () => new ApiError('', 'network')

type Sending = UploadRequest & { name: string; done: () => void; fail: (error: Error) => void }

/** The network's side of the files, played by hand. `held` is what the server has, by client file id. */
export function playEdge() {
  const sending: Sending[] = []
  const takenBack: string[] = []
  const held = new Set<string>()
  let ids = 0
  const edge: FilesEdge = {
    send: (file, options) =>
      new Promise((resolve, fail) => {
        const done = () => {
          held.add(options.clientFileId)
          resolve({ id: `id-${++ids}`, url: `/files/${ids}`, description: options.description })
        }
        options.signal.addEventListener('abort', () => fail(cutOff()))
        sending.push({ ...options, name: file.name, done, fail })
      }),
    takeBack: async (id) => {
      takenBack.push(id)
      return held.delete(id)
    },
    describe: async () => true,
    glance: async () => null,
    unlock: async () => null,
    check: async () => ({ problem: null, hint: null }),
  }
  return { edge, sending, takenBack, held }
}

export const createPart = (edge: FilesEdge): FilesPart => ({
  reduce: reduceFiles,
  perform: createFilesPerformer(edge),
  Rows: () => null,
})

/** A form whose files go to a played network, unless parts of it are given. */
export function openFiles(changes: Partial<FilesEdge> = {}) {
  const network = playEdge()
  const part = createPart({ ...network.edge, ...changes })
  const opened = openForm({ loadPart: async () => part })
  const { state, dispatch, addFiles, takeFileAway } = opened
  opened.attach()
  dispatch({ type: 'filesPartLoaded', part })
  const items = () => state().uploads.files.items
  const inWords = (text: LocalizedText | null | undefined) => text?.(formMessages) ?? null
  return {
    ...opened,
    ...network,
    items,
    add: (files: readonly File[]) => {
      addFiles(files)
      return inWords(state().uploads.files.said)
    },
    retry: (index: number) => dispatch({ type: 'fileRetried', key: items()[index]?.key ?? '' }),
    remove: (index: number) => dispatch({ type: 'fileRemoved', key: items()[index]?.key ?? '' }),
    cancel: (index: number) => dispatch({ type: 'fileCancelled', key: items()[index]?.key ?? '' }),
    restore: (stored: Parameters<typeof restored>[0]) => dispatch(restored(stored)),
    endSession: () => {
      const error = new ApiError('', 'session_expired')
      dispatch({ type: 'fileFailed', key: '', token: 'token-0', error, readable: true })
      dispatch({ type: 'sessionTaken', token: 'token-1' })
    },
    takeFileAway,
    states: () => items().map((item) => item.state),
    names: () => items().map((item) => item.name),
    errors: () => items().map((item) => inWords(item.error)),
    reason: () => inWords(items()[0]?.reason),
    busy: () => isBusy(state().uploads),
    uploading: () => isUploading(state().uploads),
  }
}

type Stored = Extract<FileEvent, { type: 'filesRestored' }>['stored'][number]
const restored = (stored: readonly Stored[]) => ({ type: 'filesRestored' as const, stored })
