import { guessType } from '#domain/files'
import type { LocalizedText } from '#domain/messages/form'

/** 'retrying' is under way too: between two tries, or in a further one that has not got anything through yet. */
type FileState = 'checking' | 'waiting' | 'uploading' | 'retrying' | 'done' | 'failed' | 'removing'

/** One attached file as the page shows it. */
export type UploadItem = {
  /** The client file id of a file chosen on this page; the server's id of an earlier one. */
  key: string
  name: string
  /** Bytes. */
  size: number
  /** Media type. */
  type: string
  state: FileState
  /** 0 to 100. */
  progress: number
  /** What went wrong. */
  error: LocalizedText | null
  /** Why it is tried again. */
  reason: LocalizedText | null
  /** What the applicant should know of the file, which is fine. */
  hint: LocalizedText | null
  /** Would trying the same file again make sense? */
  retryable: boolean
  /** The server's id once it has the file. */
  id: string | null
  url: string | null
  /** A blob URL; images chosen on this page only. */
  preview: string | null
}

/** A file the server says the session holds. */
export type HeldFile = { id: string; name: string; size: number; type: string; clientFileId?: string | null }

const nothingYet = { progress: 0, error: null, reason: null, hint: null, id: null, url: null, preview: null }

/** A file just chosen. */
export const chosenItem = (key: string, file: File, error: LocalizedText | null): UploadItem => ({
  ...nothingYet,
  ...{ key, name: file.name, size: file.size, type: guessType(file.name) ?? file.type, error },
  state: error === null ? 'checking' : 'failed',
  retryable: error === null,
})

export const heldItem = ({ id, name, size, type, clientFileId }: HeldFile): UploadItem => ({
  ...nothingYet,
  ...{ key: clientFileId ?? id, id, name, size, type },
  state: 'done',
  progress: 100,
  retryable: false,
})

/** Such a file can be cancelled and not be removed (spec section 4). */
export const isUnderWay = ({ state }: UploadItem): boolean => state === 'uploading' || state === 'retrying'

/** Is there anything still to come of it? */
export const isUnsettled = ({ state }: UploadItem): boolean => state !== 'done' && state !== 'failed'
