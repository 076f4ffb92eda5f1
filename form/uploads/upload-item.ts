import { guessType } from '#domain/files'
import type { LocalizedText } from '#domain/messages/form'

/** 'retrying' is under way too: between two tries, or in a further one that has not got anything through yet. */
type FileState = 'checking' | 'waiting' | 'uploading' | 'retrying' | 'done' | 'failed' | 'removing'

/** One attached file. */
export type UploadItem = {
  /** The client file id of a file chosen on this page; the server's id of an earlier one. */
  key: string
  /** Null for a file of an earlier visit. */
  file: File | null
  name: string
  /** Bytes. */
  size: number
  /** Media type. */
  type: string
  state: FileState
  /** While under way: waits for the session, is being sent, or pauses. */
  step: 'session' | 'sending' | 'pausing' | null
  tries: number
  /** Has this try been repeated under another session? */
  renewed: boolean
  /** The session's token that the server may have the file under. */
  sentUnder: string | null
  /** Was it refused as the session's application is in? */
  closed: boolean
  /** Does it go on by itself once there is a connection? */
  awaitsNetwork: boolean
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
