import type { ComponentType } from 'react'
import type { Description } from '#domain/document-type'
import type { LocalizedText } from '#domain/messages/form'
import type { AttachedStatement } from '../calls/api.ts'
import type { ApiError } from '../calls/api-error.ts'
import type { HeldFile, UploadItem } from './upload-item.ts'
import type { StoredFile } from './upload-request.ts'

export type Files = {
  items: readonly UploadItem[]
  /** One at a time keeps the order and limits memory. */
  checking: string | null
  /** Client file ids of cancelled uploads that may have arrived. */
  erasing: ReadonlySet<string>
  said: LocalizedText | null
}

type ChosenFile = { key: string; file: File; description?: Description }

type FileWish =
  | { type: 'filesChosen'; chosen: readonly ChosenFile[]; maxBytes: number }
  | { type: 'filesRestored'; stored: readonly HeldFile[] }
  | { type: 'fileRetried'; key: string }
  | { type: 'fileRemoved'; key: string }
  | { type: 'fileCancelled'; key: string }
  | { type: 'fileDescribed'; key: string; description: Description }
  | { type: 'passwordGiven'; key: string; password: string }

type FileOutcome =
  | {
      type: 'fileChecked'
      key: string
      problem: LocalizedText | null
      hint: LocalizedText | null
      preview: string | null
      month: string | null
    }
  | { type: 'fileProgressed'; key: string; percent: number }
  | { type: 'fileStored'; key: string; token: string; stored: StoredFile }
  | { type: 'fileFailed'; key: string; token: string; error: ApiError; readable: boolean }
  | { type: 'fileTakenBack'; key: string; done: boolean }
  | { type: 'fileErased'; key: string }
  | { type: 'descriptionSaved'; key: string }
  | { type: 'fileGlanced'; key: string; statement: AttachedStatement | null; problem: LocalizedText | null }

export type FileEvent =
  | FileWish
  | FileOutcome
  | { type: 'filesNeeded' }
  | { type: 'filesPartLoaded'; part: FilesPart }
  | { type: 'filesPartFailed' }

export type FileNews =
  | FileWish
  | FileOutcome
  | { type: 'online' }
  | { type: 'timeUp'; timer: string }
  | { type: 'sessionTaken' }
  | { type: 'sessionFailed'; error: ApiError }
  /** Sends this page's files again; earlier ones are lost. */
  | { type: 'sessionEnded' }
  /** The session was submitted: sends this page's files to the next one. */
  | { type: 'sessionReplaced' }
  | { type: 'forgotten' }

export type FileContext = { token: string | null; companyId: string; online: boolean }

export type PartEffect =
  | { do: 'checkFile'; key: string; file: File }
  | { do: 'sendFile'; key: string; file: File; token: string; companyId: string; description: Description }
  | { do: 'saveDescription'; key: string; id: string; token: string; description: Description }
  /** `setsMonth`: the applicant chose no month. */
  | { do: 'glanceAtFile'; key: string; id: string; token: string; setsMonth: boolean }
  | { do: 'unlockFile'; key: string; id: string; token: string; setsMonth: boolean; password: string }
  | { do: 'cutFile'; key: string }
  | { do: 'takeFileBack'; key: string; id: string; token: string }
  | { do: 'eraseFile'; key: string; token: string }
  | { do: 'dropPreview'; preview: string }

export type WaitEffect =
  | { do: 'wait'; timer: string; milliseconds: number; untilOnline?: boolean; spread?: number }
  | { do: 'stopWaiting'; timer: string }

export type FileEffect = PartEffect | { do: 'loadFilesPart' }

export type UploadRowsProps = {
  items: readonly UploadItem[]
  /** @returns whether the file is gone */
  onRemove: (key: string) => Promise<boolean>
  onRetry: (key: string) => void
  onDescribe?: (key: string, description: Description) => void
  onUnlock?: (key: string, password: string) => void
}

export type FilesPart = {
  reduce: (
    files: Files,
    event: FileNews,
    context: FileContext,
  ) => { files: Files; effects: readonly (PartEffect | WaitEffect)[] }
  perform: (effect: PartEffect, dispatch: (event: FileOutcome) => void) => void
  Rows: ComponentType<UploadRowsProps>
}

export type Uploads = {
  part: FilesPart | null
  isLoading: boolean
  tries: number
  trouble: LocalizedText | null
  queued: readonly FileWish[]
  files: Files
}

export const noFiles: Files = { items: [], checking: null, erasing: new Set(), said: null }

export const noUploads: Uploads = {
  part: null,
  isLoading: false,
  tries: 0,
  trouble: null,
  queued: [],
  files: noFiles,
}

const hasQueued = ({ queued }: Uploads): boolean => queued.some(({ type }) => type === 'filesChosen')

export const isBusy = (uploads: Uploads): boolean =>
  hasQueued(uploads) ||
  uploads.files.erasing.size > 0 ||
  uploads.files.items.some(({ state, saving }) => saving > 0 || (state !== 'done' && state !== 'failed'))

export const failedFiles = ({ files }: Uploads): UploadItem[] =>
  files.items.filter(({ state }) => state === 'failed')

export const hasFailed = (uploads: Uploads): boolean => failedFiles(uploads).length > 0

/** It can't be sent, so it takes no room. */
export const isRejected = ({ state, retryable }: UploadItem): boolean => state === 'failed' && !retryable

export const countFiles = (items: readonly UploadItem[]): number =>
  items.filter((item) => !isRejected(item)).length

export const isUploading = (uploads: Uploads): boolean =>
  hasQueued(uploads) ||
  uploads.files.items.some(({ state }) => !['done', 'failed', 'removing'].includes(state))

export const filesTrouble = (uploads: Uploads): LocalizedText | null =>
  hasQueued(uploads) ? uploads.trouble : null
