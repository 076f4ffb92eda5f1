import { guessType } from '#domain/files'
import type { LocalizedText } from '#domain/messages/form'

/** 'retrying' is under way too: between two tries, or in a further one that has not got anything through yet. */
type FileState = 'checking' | 'waiting' | 'uploading' | 'retrying' | 'done' | 'failed' | 'removing'

export type UploadItem = {
  /** The client file id of a file chosen on this page; the server's id of an earlier one. */
  key: string
  file: File | null
  name: string
  size: number
  type: string
  state: FileState
  /** While under way: waits for the session, is being sent, or pauses. */
  step: 'session' | 'sending' | 'pausing' | null
  tries: number
  renewed: boolean
  /** The session's token that the server may have the file under. */
  sentUnder: string | null
  /** Was it refused as the session's application is in? */
  closed: boolean
  awaitsNetwork: boolean
  progress: number
  error: LocalizedText | null
  reason: LocalizedText | null
  hint: LocalizedText | null
  retryable: boolean
  id: string | null
  url: string | null
  /** A blob URL; images chosen on this page only. */
  preview: string | null
}

export type HeldFile = { id: string; name: string; size: number; type: string; clientFileId?: string | null }

const untried = { step: null, tries: 0, renewed: false, sentUnder: null, closed: false, awaitsNetwork: false }

const nothingYet = {
  ...untried,
  ...{ progress: 0, error: null, reason: null, hint: null, id: null, url: null, preview: null },
}

export const chosenItem = (key: string, file: File, error: LocalizedText | null): UploadItem => ({
  ...nothingYet,
  ...{ key, file, name: file.name, size: file.size, type: guessType(file.name) ?? file.type, error },
  state: error === null ? 'checking' : 'failed',
  retryable: error === null,
})

export const heldItem = ({ id, name, size, type, clientFileId }: HeldFile): UploadItem => ({
  ...nothingYet,
  ...{ key: clientFileId ?? id, file: null, id, name, size, type },
  state: 'done',
  progress: 100,
  retryable: false,
})

/** Such a file can be cancelled, not removed. */
export const isUnderWay = ({ state }: UploadItem): boolean => state === 'uploading' || state === 'retrying'
