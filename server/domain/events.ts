import { isRecord } from './json.ts'

export const TIMELINE_KINDS = [
  'note', 'status', 'assignment', 'task', 'request', 'correction', 'document', 'mail', 'funder', 'read', 'download', 'other',
] as const // prettier-ignore
export type TimelineKind = (typeof TIMELINE_KINDS)[number]

export type NoticeKind = 'mention' | 'assignment' | 'task' | 'answer' | 'arrival' | 'funder'

/** `count`: a whole number; `change`: the fields that differ, before and after */
type Carried = 'text' | 'texts' | 'count' | 'flag' | 'change'

type EventEntry = {
  label: string
  /** the label where this flag is set */
  flagged?: { flag: string; label: string }
  /** the fields of `detail`: ids, counts and filters; never an applicant's values */
  carries?: Readonly<Record<string, Carried>>
  /** false: only webhooks tell of it */
  audit?: false
  /** in the timeline of its submission; `opening`: a download if the flag of that name is set, else a read */
  timeline?: TimelineKind | 'opening'
  /** `carries`: the fields of the message, each from a field of `detail` or the id of the object */
  webhook?: { type: string; carries?: Readonly<Record<string, string>>; submission?: string }
  /** of the users whom the record of the event names */
  notice?: NoticeKind
}

const CHANGE = { before: 'change', after: 'change' } as const
const LISTED = { rows: 'count', searched: 'flag', columns: 'text', counted: 'flag', board: 'flag' } as const
const REFUSED = { throttled: 'text', unknownAccount: 'text' } as const

/** Whatever is recorded: the audit log has all of it but the entries with `audit: false`. */
// prettier-ignore
export const EVENTS = {
  'sign-in': { label: 'Signed in', carries: { code: 'text', sso: 'flag' } },
  'sign-in-refused': { label: 'Was refused to sign in',
    carries: { ...REFUSED, wrongCode: 'flag', active: 'flag', sso: 'flag', reason: 'text' } },
  refused: { label: 'Was refused a call' },
  'proof-refused': { label: 'Was refused to confirm the password or a code, after too many tries',
    carries: REFUSED },
  'sign-out': { label: 'Signed out' },
  'session-ended': { label: 'Ended a session', carries: { sso: 'flag' } },
  'sessions-ended': { label: 'Ended all other sessions', carries: { sessionsEnded: 'count' } },
  'password-confirmed': { label: 'Confirmed the password' },
  'password-changed': { label: 'Changed the own password', carries: { sessionsEnded: 'count' } },
  'password-reset-mailed': { label: 'Was mailed a link for a new password' },
  'password-reset': { label: 'Set a new password by a mailed link' },
  'password-reset-refused': { label: 'Was refused a new password, after too many tries', carries: REFUSED },
  'otp-started': { label: 'Began to set up two-step sign-in' },
  'otp-switched-on': { label: 'Switched two-step sign-in on' },
  'otp-switched-off': { label: 'Switched two-step sign-in off' },
  'recovery-codes-renewed': { label: 'Made new recovery codes' },
  'submission-created': { label: 'Sent the application', audit: false, notice: 'arrival',
    webhook: { type: 'submission.created' } },
  'submission-entered': { label: 'Sent in the application', carries: { documents: 'count' }, timeline: 'other' },
  'submission-signature-requested': { label: 'Asked for a signature', carries: { signer: 'count' }, timeline: 'request' },
  'submissions-listed': { label: 'Listed submissions',
    flagged: { flag: 'searched', label: 'Searched submissions' }, carries: LISTED },
  'submission-number-searched': { label: 'Searched by SSN or tax ID',
    flagged: { flag: 'throttled', label: 'Was refused a search by SSN or tax ID, after too many tries' },
    carries: { rows: 'count', throttled: 'flag' } },
  'submission-viewed': { label: 'Opened the submission', timeline: 'read' },
  'submission-revealed': { label: 'Showed the full values', timeline: 'read' },
  'submission-read-by-link': { label: 'Read the application by a link',
    flagged: { flag: 'download', label: 'Downloaded a copy by a link' },
    carries: { link: 'text', download: 'flag' }, timeline: 'opening' },
  'submission-pdf-downloaded': { label: 'Opened the PDF',
    flagged: { flag: 'download', label: 'Downloaded the PDF' }, carries: { original: 'flag', addition: 'text', download: 'flag' },
    timeline: 'opening' },
  'submission-pdf-ready': { label: 'Made the PDF', audit: false, webhook: { type: 'pdf.ready' } },
  'submission-pdf-failed': { label: 'Could not make the PDF', carries: { failure: 'text' }, timeline: 'other' },
  'submission-signed': { label: 'Signed as the second signer', flagged: { flag: 'first', label: 'Signed as the first signer' },
    carries: { first: 'flag' }, timeline: 'correction',
    webhook: { type: 'submission.updated' } },
  'submission-notice-failed': { label: 'Could not mail the notice of this submission; it is not tried again',
    timeline: 'mail' },
  'documents-listed': { label: 'Listed documents', carries: { rows: 'count', submission: 'text' } },
  'document-viewed': { label: 'Opened a document',
    flagged: { flag: 'download', label: 'Downloaded a document' },
    carries: { submission: 'text', download: 'flag' }, timeline: 'opening' },
  'document-added': { label: 'Added a document after sending the application', carries: { submission: 'text' },
    timeline: 'document',
    webhook: { type: 'document.added', carries: { documentId: 'objectId' }, submission: 'submission' } },
  'document-unlocked': { label: 'Opened a locked document with its password', carries: { submission: 'text' },
    timeline: 'document' },
  'submissions-exported': { label: 'Exported submissions', carries: LISTED },
  'submission-held': { label: 'Put the submission on legal hold', carries: CHANGE, timeline: 'other' },
  'submission-released': { label: 'Lifted the legal hold', carries: CHANGE, timeline: 'other' },
  'submission-updated': { label: 'Changed the external ID or metadata', carries: CHANGE, timeline: 'other',
    webhook: { type: 'submission.updated' } },
  'submission-links-ended': { label: 'Ended links of the applicant', timeline: 'other' },
  'submission-destroyed': { label: 'Destroyed the submission, as its retention period was over',
    carries: { days: 'count', documents: 'count', receivedAt: 'text' } },
  'submission-deleted': { label: 'Deleted the submission on request',
    carries: { reason: 'text', documents: 'count', receivedAt: 'text' },
    webhook: { type: 'submission.deleted' } },
  'submission-status-changed': { label: 'Changed the status',
    carries: { from: 'text', to: 'text', reason: 'text', note: 'text' }, timeline: 'status',
    webhook: { type: 'submission.status_changed', carries: { status: 'to', from: 'from', to: 'to', reason: 'reason' } } },
  'submission-decided': { label: 'Decided on the submission', audit: false,
    carries: { decision: 'text', from: 'text', to: 'text', reason: 'text' },
    webhook: { type: 'submission.decided', carries: { decision: 'decision', from: 'from', to: 'to', reason: 'reason' } } },
  'submission-owner-changed': { label: 'Assigned the submission', carries: { owner: 'text', team: 'text' },
    timeline: 'assignment', notice: 'assignment', webhook: { type: 'submission.updated' } },
  'submission-assigned': { label: 'Assigned the submission', audit: false, carries: { owner: 'text', team: 'text' },
    webhook: { type: 'submission.assigned', carries: { ownerId: 'owner', teamId: 'team' } } },
  'submission-noted': { label: 'Wrote a note', carries: { note: 'text' }, timeline: 'note', notice: 'mention',
    webhook: { type: 'note.added', carries: { noteId: 'note' } } },
  'task-created': { label: 'Added a task', carries: { task: 'text', owner: 'text' }, timeline: 'task', notice: 'task' },
  'task-updated': { label: 'Changed a task', flagged: { flag: 'done', label: 'Finished a task' },
    carries: { task: 'text', owner: 'text', done: 'flag' }, timeline: 'task', notice: 'task' },
  'task-deleted': { label: 'Deleted a task', carries: { task: 'text', owner: 'text' }, timeline: 'task' },
  'task-due': { label: 'Reached the day of a task', audit: false,
    carries: { task: 'text', owner: 'text', dueAt: 'text' },
    webhook: { type: 'task.due', carries: { taskId: 'task', ownerId: 'owner', dueAt: 'dueAt' } } },
  'tasks-listed': { label: 'Read tasks', carries: { rows: 'count' } },
  'notes-listed': { label: 'Read the notes and the timeline', carries: { rows: 'count' } },
  'submission-requested': { label: 'Asked the applicant for missing items',
    carries: { request: 'text', items: 'count' }, timeline: 'request',
    webhook: { type: 'request.sent', carries: { requestId: 'request', items: 'items' } } },
  'submission-answered': { label: 'Answered a question or corrected an answer', audit: false,
    webhook: { type: 'submission.updated' } },
  'submission-request-answered': { label: 'Answered a request for missing items', carries: { request: 'text' },
    timeline: 'request', notice: 'answer', webhook: { type: 'request.answered', carries: { requestId: 'request' } } },
  'submission-request-cancelled': { label: 'Took back a request for missing items',
    carries: { request: 'text' }, timeline: 'request' },
  'submission-link-copied': { label: 'Copied a link for the applicant', carries: { request: 'text' },
    timeline: 'request' },
  'submission-corrected': { label: 'Corrected an answer and signed the change', carries: { field: 'text' },
    timeline: 'correction' },
  'submission-mailed': { label: 'Sent a mail about the submission', carries: { about: 'text', to: 'text' },
    timeline: 'mail' },
  'funders-compared': { label: 'Compared the submission with funders', carries: { rows: 'count' }, timeline: 'read' },
  'package-sent': { label: 'Sent the file to a funder',
    carries: { package: 'text', funder: 'text', name: 'text', documents: 'count', masked: 'flag', unmarked: 'count' }, timeline: 'funder',
    webhook: { type: 'package.sent', carries: { packageId: 'package', funderId: 'funder' } } },
  'package-opened': { label: 'Opened the package', carries: { package: 'text', funder: 'text', name: 'text' }, timeline: 'funder',
    webhook: { type: 'package.opened', carries: { packageId: 'package', funderId: 'funder' } } },
  'package-code-refused': { label: 'Entered a wrong code for the package', carries: { package: 'text', funder: 'text', name: 'text' },
    timeline: 'funder' },
  'package-document-viewed': { label: 'Viewed a file of the package',
    flagged: { flag: 'download', label: 'Downloaded a file of the package' },
    carries: { package: 'text', funder: 'text', name: 'text', document: 'text', download: 'flag' }, timeline: 'funder' },
  'package-answered': { label: 'Answered the package', carries: { package: 'text', funder: 'text', name: 'text', kind: 'text' },
    timeline: 'funder', notice: 'funder',
    webhook: { type: 'package.answered', carries: { packageId: 'package', funderId: 'funder', kind: 'kind' } } },
  'package-withdrawn': { label: 'Withdrew a package', carries: { package: 'text', funder: 'text', name: 'text' }, timeline: 'funder' },
  'package-resent': { label: 'Sent the link of a package again', carries: { package: 'text', funder: 'text', name: 'text' },
    timeline: 'funder' },
  'submissions-compared': { label: 'Saw earlier submissions with the same SSN or tax ID',
    carries: { rows: 'count' } },
  'submission-registered': { label: 'Entered the submission in the ledger of registrations',
    carries: { receipt: 'count' }, timeline: 'other' },
  'registrations-listed': { label: 'Listed registrations', carries: { rows: 'count' } },
  'documents-downloaded': { label: 'Downloaded all documents', carries: { documents: 'count', pdf: 'flag' },
    timeline: 'download' },
  'document-described': { label: 'Changed the type or month of a document',
    carries: { submission: 'text', documentType: 'text', statementMonth: 'text' }, timeline: 'document' },
  'statements-ready': { label: 'Read the bank statements', audit: false,
    webhook: { type: 'statements.read' } },
  'statements-read': { label: 'Opened the cash flow', timeline: 'read' },
  'statements-exported': { label: 'Exported the rows of bank statements', carries: { rows: 'count' },
    timeline: 'download' },
  'statement-kinds-corrected': { label: 'Changed what rows of a bank statement are',
    carries: { document: 'text', kind: 'text', row: 'count' }, timeline: 'document' },
  'offers-listed': { label: 'Read the offers', carries: { rows: 'count' } },
  'offer-received': { label: 'Received an offer',
    carries: { offer: 'text', funder: 'text', name: 'text', terms: 'text' }, timeline: 'funder',
    webhook: { type: 'offer.received', carries: { offerId: 'offer', funderId: 'funder' } } },
  'copy-traced': { label: 'Traced a copy', carries: { package: 'text', found: 'flag' } },
  'offer-declined': { label: 'Entered that a funder declined',
    carries: { funder: 'text', name: 'text', note: 'text' }, timeline: 'funder' },
  'offer-updated': { label: 'Changed an offer',
    carries: { offer: 'text', funder: 'text', name: 'text', ...CHANGE }, timeline: 'funder' },
  'offer-wanted': { label: 'Said which offer they want', carries: { offer: 'text', name: 'text' },
    timeline: 'funder', notice: 'answer' },
  'offer-chosen': { label: 'Chose an offer', carries: { offer: 'text', funder: 'text', name: 'text' },
    timeline: 'funder', webhook: { type: 'offer.chosen', carries: { offerId: 'offer', funderId: 'funder' } } },
  'submission-funded': { label: 'Entered what was funded',
    carries: { amount: 'count', fundedAt: 'text', name: 'text' }, timeline: 'funder',
    webhook: { type: 'submission.funded' } },
  'funding-corrected': { label: 'Corrected what was funded', carries: CHANGE, timeline: 'funder' },
  'submission-renewed': { label: 'Made a link for the merchant to renew', carries: { renewal: 'text' },
    timeline: 'funder' },
  'funders-reported': { label: 'Read the report on funders', carries: { rows: 'count' } },
  'audit-exported': { label: 'Exported the audit log', carries: { rows: 'count', searched: 'flag' } },
  'company-created': { label: 'Created the company', carries: CHANGE },
  'company-updated': { label: 'Changed the company', carries: CHANGE },
  'company-deleted': { label: 'Deleted the company', carries: CHANGE },
  'user-created': { label: 'Created the user', carries: CHANGE },
  'user-updated': { label: 'Changed the user', carries: { ...CHANGE, submissionMail: 'text' } },
  'email-conflict': { label: 'Gave a user an email that is in use in another company, and was refused',
    carries: { address: 'text' } },
  'role-created': { label: 'Created the role', carries: CHANGE },
  'role-updated': { label: 'Changed the role', carries: CHANGE },
  'role-deleted': { label: 'Deleted the role', carries: CHANGE },
  'team-created': { label: 'Created the team', carries: CHANGE },
  'team-updated': { label: 'Changed the team', carries: CHANGE },
  'team-deleted': { label: 'Deleted a team', carries: CHANGE },
  'funder-created': { label: 'Created the funder', carries: CHANGE },
  'funder-updated': { label: 'Changed the funder', carries: CHANGE },
  'funder-deleted': { label: 'Deleted the funder', carries: CHANGE },
  'link-created': { label: 'Made the link', carries: CHANGE },
  'link-updated': { label: 'Changed the link', carries: CHANGE },
  'link-closed': { label: 'Closed the link', carries: CHANGE },
  'view-shared': { label: 'Shared or changed a view of the list', carries: CHANGE },
  'view-deleted': { label: 'Deleted a shared view of the list', carries: CHANGE },
  'view-disabled': { label: 'Stopped a shared view whose maker can no longer share it' },
  'api-key-created': { label: 'Created an API key',
    carries: {
      name: 'text', companyId: 'text', permissions: 'texts', expiresAt: 'text', start: 'text', redirectHost: 'text',
    } },
  'api-key-revoked': { label: 'Revoked an API key', carries: { name: 'text', start: 'text' } },
  'webhook-created': { label: 'Created a webhook', carries: CHANGE },
  'webhook-updated': { label: 'Changed a webhook', carries: CHANGE },
  'webhook-deleted': { label: 'Deleted a webhook', carries: CHANGE },
  'webhook-secret-changed': { label: 'Changed the secret of a webhook', carries: CHANGE },
  'webhook-tested': { label: 'Sent a test to a webhook' },
  'webhook-resent': { label: 'Sent an event to a webhook again', carries: CHANGE },
  'webhook-disabled': {
    label: 'Stopped a webhook that did not answer, or whose maker can no longer manage webhooks' },
  'sign-in-settings-changed': { label: 'Changed the single sign-on of the company' },
  'user-provisioned': { label: 'Was created at the first single sign-on', carries: CHANGE },
  imported: { label: 'Imported rows from a CSV file', carries: { created: 'count', unchanged: 'count' } },
  'key-change-begun': { label: 'Began to change the main key', carries: { from: 'text', to: 'text' } },
  'key-change-ended': { label: 'Finished changing the main key', carries: { from: 'text', to: 'text' } },
  'backup-started': { label: 'Began a backup', carries: { withKeys: 'flag' } },
  'backup-restored': { label: 'Restored a backup', carries: { madeAt: 'text', archive: 'text' } },
} as const satisfies Record<string, EventEntry>

export type EventName = keyof typeof EVENTS
type Entry<Name extends EventName = EventName> = (typeof EVENTS)[Name]

const entryOf = (name: EventName): EventEntry => EVENTS[name]
export const isEventName = (name: string): name is EventName => Object.hasOwn(EVENTS, name)
const NAMES: readonly EventName[] = Object.keys(EVENTS).filter(isEventName)

type Values = {
  text: string | null
  texts: readonly string[]
  count: number
  flag: boolean
  change: Readonly<Record<string, unknown>> | null
}

type CarriesOf<Each> = Each extends { carries: infer Fields } ? Fields : never
type FieldsOf<Carries> = Carries extends unknown ? keyof Carries : never
type KindOf<Carries, Field> = Carries extends unknown
  ? Field extends keyof Carries
    ? Carries[Field]
    : never
  : never
export type EventDetail<Name extends EventName> = [CarriesOf<Entry<Name>>] extends [never]
  ? Readonly<Record<string, never>>
  : {
      readonly [Field in FieldsOf<CarriesOf<Entry<Name>>>]?: Values[KindOf<CarriesOf<Entry<Name>>, Field> &
        Carried]
    }

export type AuditAction = {
  [Name in EventName]: Entry<Name> extends { audit: false } ? never : Name
}[EventName]
/** Those that carry the fields of a record that differ. */
export type ChangeAction = {
  [Name in AuditAction]: Entry<Name> extends { carries: typeof CHANGE } ? Name : never
}[AuditAction]
const isAudited = (name: EventName): name is AuditAction => entryOf(name).audit !== false
export const AUDIT_ACTIONS = NAMES.filter(isAudited)

/** Acts of funders, who have no account: the entry names them. */
export const FUNDERS_ACTS: ReadonlySet<string> = new Set<EventName>([
  'package-opened',
  'package-code-refused',
  'package-document-viewed',
  'package-answered',
  'offer-received',
])

/** Object types whose audit entries staff may see; the rest of the log is for admins. */
export const STAFF_AUDIT_OBJECT_TYPES = ['submission', 'document'] as const

/** Those of a submission's audit entries that its timeline shows; the others are in the audit log only. */
export const timelineActions = (kind: TimelineKind | 'opening'): AuditAction[] =>
  AUDIT_ACTIONS.filter((name) => entryOf(name).timeline === kind)

export function timelineKind(act: string, detail: unknown): TimelineKind {
  const kind = isEventName(act) ? entryOf(act).timeline : undefined
  if (kind === 'opening') return isRecord(detail) && detail.download === true ? 'download' : 'read'
  return kind ?? 'other'
}

export const noticeKind = (name: EventName): NoticeKind | undefined => entryOf(name).notice

export const eventLabels = (name: EventName): Pick<EventEntry, 'label' | 'flagged'> => entryOf(name)
