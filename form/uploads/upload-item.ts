import { toDocumentType, UNDESCRIBED, type Description } from '#domain/document-type'
import { guessType } from '#domain/files'
import type { AttachedStatement } from '../calls/api.ts'
import type { LocalizedText } from '#domain/messages/form'

/** 'retrying' includes a further try that has sent nothing yet. */
type FileState = 'checking' | 'waiting' | 'uploading' | 'retrying' | 'done' | 'failed' | 'removing'

export type UploadItem = {
  /** The client file id, or the server's id for a file of an earlier visit. */
  key: string
  file: File | null
  name: string
  size: number
  type: string
  state: FileState
  step: 'session' | 'sending' | 'pausing' | null
  tries: number
  renewed: boolean
  sentUnder: string | null
  /** The session refused it because its application was submitted. */
  closed: boolean
  awaitsNetwork: boolean
  progress: number
  error: LocalizedText | null
  reason: LocalizedText | null
  hint: LocalizedText | null
  description: Description
  /** The applicant chose the description. */
  isDescribed: boolean
  /** What the server saw on the file's first pages. */
  statement: AttachedStatement | null
  isUnlocking: boolean
  passwordProblem: LocalizedText | null
  /** Calls under way that change the description. */
  saving: number
  retryable: boolean
  id: string | null
  url: string | null
  preview: string | null
}

export type HeldFile = {
  id: string
  name: string
  size: number
  type: string
  clientFileId?: string | null
  documentType?: string
  statementMonth?: string | null
}

const untried = { step: null, tries: 0, renewed: false, sentUnder: null, closed: false, awaitsNetwork: false }

const nothingYet = {
  ...untried,
  progress: 0,
  error: null,
  reason: null,
  hint: null,
  id: null,
  url: null,
  preview: null,
  description: UNDESCRIBED,
  isDescribed: false,
  statement: null,
  isUnlocking: false,
  passwordProblem: null,
  saving: 0,
}

export const chosenItem = (key: string, file: File, error: LocalizedText | null): UploadItem => ({
  ...nothingYet,
  key,
  file,
  name: file.name,
  size: file.size,
  type: guessType(file.name) ?? file.type,
  error,
  state: error === null ? 'checking' : 'failed',
  retryable: error === null,
})

export const heldItem = ({
  id,
  name,
  size,
  type,
  clientFileId,
  documentType = UNDESCRIBED.documentType,
  statementMonth = null,
}: HeldFile): UploadItem => ({
  ...nothingYet,
  key: clientFileId ?? id,
  file: null,
  id,
  name,
  size,
  type,
  description: { documentType: toDocumentType(documentType), statementMonth },
  isDescribed: documentType !== UNDESCRIBED.documentType || statementMonth !== null,
  state: 'done',
  progress: 100,
  retryable: false,
})

export const isUnderWay = ({ state }: UploadItem): boolean => state === 'uploading' || state === 'retrying'
