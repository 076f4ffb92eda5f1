import type { ComponentType } from 'react'
import type { LocalizedText } from '#domain/messages/form'
import type { ApiError } from '../calls/api-error.ts'
import type { HeldFile, UploadItem } from './upload-item.ts'
import type { StoredFile } from './upload-request.ts'

/** The attached files. What changes and shows them is loaded when it is needed. */
export type Files = {
  items: readonly UploadItem[]
  /** One file at a time, so that the order stays and little is read at once. */
  checking: string | null
  /** Client file ids of cut uploads that are being erased, as they may have arrived. */
  erasing: ReadonlySet<string>
  said: LocalizedText | null
}

type ChosenFile = { key: string; file: File }

type FileWish =
  | { type: 'filesChosen'; chosen: readonly ChosenFile[]; maxBytes: number }
  | { type: 'filesRestored'; stored: readonly HeldFile[] }
  | { type: 'fileRetried'; key: string }
  | { type: 'fileRemoved'; key: string }
  | { type: 'fileCancelled'; key: string }

type FileOutcome =
  | {
      type: 'fileChecked'
      key: string
      problem: LocalizedText | null
      hint: LocalizedText | null
      preview: string | null
    }
  | { type: 'fileProgressed'; key: string; percent: number }
  | { type: 'fileStored'; key: string; token: string; stored: StoredFile }
  | { type: 'fileFailed'; key: string; token: string; error: ApiError; readable: boolean }
  | { type: 'fileTakenBack'; key: string; done: boolean }
  | { type: 'fileErased'; key: string }

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
  /** The session that held the files is gone: this page's are sent again, earlier ones are lost. */
  | { type: 'sessionEnded' }
  /** Its application is in: the files of this page are another's, and those it refused are sent again. */
  | { type: 'sessionReplaced' }
  /** The applicant starts over; the server erases its files with the session. */
  | { type: 'forgotten' }

export type FileContext = { token: string | null; companyId: string; online: boolean }

export type PartEffect =
  | { do: 'checkFile'; key: string; file: File }
  | { do: 'sendFile'; key: string; file: File; token: string; companyId: string }
  | { do: 'cutFile'; key: string }
  | { do: 'takeFileBack'; key: string; id: string; token: string }
  /** Takes back a file that may have arrived, or may still arrive. */
  | { do: 'eraseFile'; key: string; token: string }
  | { do: 'dropPreview'; preview: string }

export type WaitEffect =
  /** `spread`: the share of random time on top. */
  | { do: 'wait'; timer: string; milliseconds: number; untilOnline?: boolean; spread?: number }
  | { do: 'stopWaiting'; timer: string }

export type FileEffect = PartEffect | { do: 'loadFilesPart' }

export type UploadRowsProps = {
  items: readonly UploadItem[]
  /** Resolves once the file is gone or stays. @returns whether it is gone */
  onRemove: (key: string) => Promise<boolean>
  onRetry: (key: string) => void
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

const noFiles: Files = { items: [], checking: null, erasing: new Set(), said: null }

export const noUploads: Uploads = {
  part: null,
  isLoading: false,
  tries: 0,
  trouble: null,
  queued: [],
  files: noFiles,
}

const hasQueued = ({ queued }: Uploads): boolean => queued.some(({ type }) => type === 'filesChosen')

/** Includes the erasing of cancelled files. */
export const isBusy = (uploads: Uploads): boolean =>
  hasQueued(uploads) ||
  uploads.files.erasing.size > 0 ||
  uploads.files.items.some(({ state }) => state !== 'done' && state !== 'failed')

export const hasFailed = ({ files }: Uploads): boolean => files.items.some(({ state }) => state === 'failed')

export const isUploading = (uploads: Uploads): boolean =>
  hasQueued(uploads) ||
  uploads.files.items.some(({ state }) => !['done', 'failed', 'removing'].includes(state))

export const filesTrouble = (uploads: Uploads): LocalizedText | null =>
  hasQueued(uploads) ? uploads.trouble : null
