import type { Values } from '#domain/catalogue/values'
import type { SessionState } from '../calls/api.ts'
import type { ApiError } from '../calls/api-error.ts'
import type { Link, SubmitPayload } from '../calls/api.ts'
import type { DraftPatch } from '../draft/draft-request.ts'
import type { FileEffect, FileEvent, WaitEffect } from '../uploads/files.ts'
import type { LoadedLink, LoadFailure, Receipt, Start, State } from './state.ts'
import type { PlaceEvent } from './place.ts'

export type Question = {
  why: 'visit' | 'draft' | 'retry' | 'conflict' | 'stopped' | 'startedOver'
  token: string
  generation: number
}

export type Event =
  | { type: 'opened' }
  | { type: 'reopened'; start: Start }
  | { type: 'linkLoaded'; loaded: LoadedLink }
  | { type: 'linkFailed'; why: LoadFailure }
  | { type: 'receiptOpened' }
  | { type: 'receiptLeft' }
  | { type: 'receiptForgotten' }
  | { type: 'begun' }
  /** `whole`: a choice or a drawing, which is saved immediately. */
  | { type: 'changed'; name: string; value: string; whole: boolean }
  | { type: 'left'; name: string; unreadable: boolean }
  | { type: 'secondSignerSet'; present: boolean }
  | { type: 'groupFolded'; key: string; isFolded: boolean }
  | { type: 'prefillOffered'; values: Values }
  | PlaceEvent
  /** Before going on: shows the section's problems. */
  | { type: 'sectionChecked'; key: string }
  | { type: 'submitPressed' }
  | { type: 'stopPressed' }
  | { type: 'filesLeftOut' }
  | { type: 'startedOver' }
  | { type: 'pageHidden' }
  | { type: 'online' }
  | { type: 'timeUp'; timer: string }
  | { type: 'sessionTaken'; token: string }
  | { type: 'sessionFailed'; error: ApiError }
  | { type: 'stateTold'; question: Question; held: SessionState }
  | { type: 'stateFailed'; question: Question; error: ApiError }
  | { type: 'draftSaved' }
  | { type: 'draftFailed'; error: ApiError }
  | { type: 'draftKept'; token: string; generation: number }
  | { type: 'accepted'; receipt?: Receipt }
  | { type: 'submitFailed'; error: ApiError }
  | FileEvent

export type Call = 'draft' | 'submit'

export type Effect =
  | { do: 'loadLink'; slug: string }
  | { do: 'takeSession'; slug: string; isKept: boolean }
  | { do: 'forgetSession'; token: string }
  | { do: 'markBegun'; token: string }
  | { do: 'keepPassed'; sections: readonly string[] }
  | { do: 'ask'; question: Question }
  | { do: 'saveDraft'; token: string; patch: DraftPatch }
  | { do: 'saveDraftOnLeaving'; token: string; patch: DraftPatch }
  | { do: 'discardDraft'; token: string; generation: number }
  | { do: 'submit'; payload: SubmitPayload; company: Link['company'] }
  | { do: 'cut'; call: Call }
  | WaitEffect
  | { do: 'tellHost'; token: string }
  | { do: 'keepReceipt'; receipt: Receipt }
  | { do: 'forgetReceipt' }
  /** Everything that the browser keeps for the form. */
  | { do: 'forgetVisit'; slug: string }
  | { do: 'announceStarted' }
  | { do: 'revealTop' }
  | { do: 'warnEmpty' }
  | FileEffect

export type Moment = { now: number; today: string; online: boolean }

export type Turn = Moment & { state: State; effects: Effect[] }
