import type { Values } from '#domain/catalogue/values'
import type { Signing } from '#domain/signing'
import type { VisibleForm } from '#domain/catalogue/visible-form'
import type { LocalizedText } from '#domain/messages/form'
import type { Link, SessionState } from '../calls/api.ts'
import type { ApiError } from '../calls/api-error.ts'
import { noUploads, type Uploads } from '../uploads/files.ts'
import { noAnswers, type Answers } from './given-answers.ts'
import { toOverview, type Overview } from './overview.ts'
import { START, type Place } from './place.ts'

export type LoadFailure = { say: LocalizedText; again: boolean }

export type LoadedLink = { link: Link; form: VisibleForm }

export type PageLink = (LoadedLink & { closed: boolean }) | LoadFailure | null

type Page =
  /** `needsSession`: waits until the link has opened a session. `patient`: waits for the earlier visit. */
  | { is: 'loading'; needsSession: boolean; patient: boolean }
  | { is: 'failed'; why: LoadFailure }
  /** `opened`: not only its date and reference. */
  | { is: 'receipt'; opened?: true }
  | { is: 'form' }

/** Of an application that this browser sent. */
export type Receipt = { token: string; at: string }

type Session = { is: 'none' } | { is: 'asked' } | { is: 'held'; token: string }

export type Earlier = { is: 'open'; held: SessionState } | { is: 'received'; at: string } | { is: 'ended' }

type Visit =
  | { is: 'new' }
  | { is: 'asked'; token: string }
  | { is: 'offline'; token: string }
  | { is: 'renewing'; hadWork: boolean }
  | { is: 'known'; earlier: Earlier }
  | { is: 'settled' }

export type PreviousVisit = { is: 'received'; at: string } | { is: 'ended' }

/** 'lost': the storage or the server refuses further saves. */
export type SaveState = 'idle' | 'saving' | 'saved' | 'offline' | 'lost'

/** `looking`: asks the server whether the application was submitted. */
export type DraftCall = {
  values: ReadonlyMap<string, string>
  secondSigner: boolean | undefined
  token: string | null
  renewed: boolean
  looking: boolean
}

export type Draft = {
  is: SaveState
  unsaved: ReadonlyMap<string, string>
  refused: ReadonlySet<string>
  secondSigner: boolean | undefined
  call: DraftCall | null
  isTimed: boolean
  waitingSince: number | null
  failures: number
  revision: number
}

export type Sending = {
  is: 'sending'
  step: 'session' | 'asking' | 'posting' | 'pausing' | 'checking'
  values: Values
  kept: readonly string[]
  signing: Signing | null
  /** The same for every try, so that the server can tell repeated submits. */
  token: string | null
  tried: string | null
  since: number
  tries: number
  renewals: number
  /** The server refused a try without telling whether an earlier one arrived. */
  turnedAway: boolean
  arrivedAt: string | null
  error: ApiError | null
}

type Submit = { is: 'idle' } | { is: 'waiting'; on: 'machine' | 'visit' | 'files' } | Sending | { is: 'sent' }

/** `ofFiles`: files that failed block the submit. */
export type Failure = { say: LocalizedText; stillHere: boolean; ofFiles?: boolean }

export type State = Answers & {
  slug: string
  /** Whether the page was opened on a narrow screen. */
  narrow: boolean
  link: Link | null
  form: VisibleForm
  page: Page
  session: Session
  lasts: boolean
  marked: boolean
  visit: Visit
  draft: Draft
  submit: Submit
  uploads: Uploads
  tried: ReadonlySet<string>
  begun: boolean
  offered: Values | null
  prefilled: Values
  /** what the host page calls the application; '' if nothing */
  externalId: string
  previousVisit: PreviousVisit | null
  receivedAt: string | null
  receipt: Receipt | null
  resumed: boolean
  /** The key of the fields: a new one renders them empty. */
  generation: number
  failure: Failure | null
  place: Place
  overview: Overview
}

const NO_FORM: VisibleForm = { sections: [], inputNames: new Set(), uploads: false }

export type Start = {
  slug: string
  onPage: PageLink
  token: string | null
  marked: boolean
  lasts: boolean
  narrow?: boolean
  receipt?: Receipt | null
  passed?: readonly string[]
}

export function startState({
  slug,
  onPage,
  token,
  marked,
  lasts,
  narrow = false,
  receipt = null,
  passed = [],
}: Start): State {
  const known = onPage !== null && 'form' in onPage ? onPage : null
  const form = known?.form ?? NO_FORM
  const state: Omit<State, 'overview'> = {
    ...noAnswers(form, narrow),
    slug,
    narrow,
    link: known?.link ?? null,
    form,
    page: firstPage(onPage, token !== null && marked, receipt !== null && !marked),
    session: token === null ? { is: 'none' } : { is: 'held', token },
    lasts,
    marked,
    visit: { is: 'new' },
    draft: emptyDraft(lasts, 0),
    submit: { is: 'idle' },
    uploads: noUploads,
    tried: new Set(),
    begun: false,
    offered: null,
    prefilled: {},
    externalId: '',
    previousVisit: null,
    receivedAt: null,
    receipt,
    resumed: false,
    generation: 0,
    failure: null,
    place: { ...START, passed: new Set(passed) },
  }
  return { ...state, overview: toOverview(state, () => false, false) }
}

/** What the server draws: a first visit, on a phone, which has the least time to draw differences. */
export const drawnState = (slug: string, onPage: PageLink): State =>
  startState({ slug, onPage, token: null, marked: false, lasts: true, narrow: true })

function firstPage(onPage: PageLink, hasBegun: boolean, received: boolean): Page {
  if (onPage !== null && 'say' in onPage) return { is: 'failed', why: onPage }
  if (onPage !== null && received) return { is: 'receipt' }
  if (onPage !== null && !onPage.closed && !hasBegun) return { is: 'form' }
  return { is: 'loading', needsSession: onPage === null || onPage.closed, patient: false }
}

export const emptyDraft = (lasts: boolean, revision: number): Draft => ({
  is: lasts ? 'idle' : 'lost',
  unsaved: new Map(),
  refused: new Set(),
  secondSigner: undefined,
  call: null,
  isTimed: false,
  waitingSince: null,
  failures: 0,
  revision,
})

export const heldToken = ({ session }: State): string | null => (session.is === 'held' ? session.token : null)

export const isFilling = ({ submit }: State): boolean => submit.is === 'idle' || submit.is === 'waiting'

export const isShared = ({ link }: Pick<State, 'link'>): boolean => link?.sharedDevice === true

/** Whether the applicant began another application after the one of the receipt. */
export const hasBegun = ({ begun, resumed, uploads }: State): boolean =>
  begun || resumed || uploads.queued.length > 0 || uploads.files.items.length > 0

export const isUnderWay = ({ submit }: State): boolean => submit.is === 'waiting' || submit.is === 'sending'

export const isResuming = ({ page, visit }: State): boolean =>
  page.is === 'form' && (visit.is === 'asked' || visit.is === 'offline' || visit.is === 'renewing')

export const hasUnsaved = ({ draft }: State): boolean => hasWork(draft) || draft.refused.size > 0

export const hasWork = ({ unsaved, secondSigner }: Draft): boolean =>
  unsaved.size > 0 || secondSigner !== undefined

const RESUMING: LocalizedText = (words) => words.draft.resuming
const HOLDING: LocalizedText = (words) => words.uploads.holdingSubmit
const RETRYING: LocalizedText = (words) => (navigator.onLine ? words.waiting : words.offline)

export function submitNotice({ submit }: State): LocalizedText | null {
  if (submit.is === 'waiting') return { machine: RETRYING, visit: RESUMING, files: HOLDING }[submit.on]
  return submit.is === 'sending' && submit.tries > 0 ? RETRYING : null
}
