import { AUDIT_ACTIONS, type AuditAction } from '../audit-actions.ts'
import { getOwn } from '../get-own.ts'
import { isRecord } from '../json.ts'
import { isPdfFailure } from '../pdf-failure.ts'
import { withReason } from './pdf-failure.ts'

const ACTS: Record<AuditAction, string> = {
  'sign-in': 'Signed in',
  'sign-in-refused': 'Was refused to sign in',
  refused: 'Was refused a call',
  'proof-refused': 'Was refused to confirm the password or a code, after too many tries',
  'sign-out': 'Signed out',
  'session-ended': 'Ended a session',
  'sessions-ended': 'Ended all other sessions',
  'password-confirmed': 'Confirmed the password',
  'password-changed': 'Changed the own password',
  'password-reset-mailed': 'Was mailed a link for a new password',
  'password-reset': 'Set a new password by a mailed link',
  'password-reset-refused': 'Was refused a new password, after too many tries',
  'otp-started': 'Began to set up two-step sign-in',
  'otp-switched-on': 'Switched two-step sign-in on',
  'otp-switched-off': 'Switched two-step sign-in off',
  'recovery-codes-renewed': 'Made new recovery codes',
  'submissions-listed': 'Listed submissions',
  'submission-number-searched': 'Searched by SSN or tax ID',
  'submission-viewed': 'Opened the submission',
  'submission-revealed': 'Showed the full values',
  'submission-pdf-downloaded': 'Opened the PDF',
  'submission-pdf-failed': 'Could not make the PDF',
  'submission-signed': 'Signed as the second signer',
  'submission-notice-failed': 'Could not mail the notice of this submission; it is not tried again',
  'documents-listed': 'Listed documents',
  'document-viewed': 'Opened a document',
  'document-added': 'Added a document after sending the application',
  'submissions-exported': 'Exported submissions',
  'submission-held': 'Put the submission on legal hold',
  'submission-released': 'Lifted the legal hold',
  'submission-links-ended': 'Ended links of the applicant',
  'submission-destroyed': 'Destroyed the submission, as its retention period was over',
  'submission-status-changed': 'Changed the status',
  'submission-owner-changed': 'Assigned the submission',
  'submission-noted': 'Wrote a note',
  'notes-listed': 'Read the notes and the timeline',
  'submission-requested': 'Asked the applicant for missing items',
  'submission-request-answered': 'Answered a request for missing items',
  'submission-request-cancelled': 'Took back a request for missing items',
  'submission-link-copied': 'Copied a link for the applicant',
  'submission-corrected': 'Corrected an answer and signed the change',
  'submission-mailed': 'Sent a mail about the submission',
  'submissions-compared': 'Saw earlier submissions with the same SSN or tax ID',
  'submission-registered': 'Entered the submission in the ledger of registrations',
  'registrations-listed': 'Listed registrations',
  'documents-downloaded': 'Downloaded all documents',
  'document-described': 'Changed the type or month of a document',
  'audit-exported': 'Exported the audit log',
  'company-created': 'Created the company',
  'company-updated': 'Changed the company',
  'company-deleted': 'Deleted the company',
  'user-created': 'Created the user',
  'user-updated': 'Changed the user',
  'email-conflict': 'Gave a user an email that is in use in another company, and was refused',
  'role-created': 'Created the role',
  'role-updated': 'Changed the role',
  'role-deleted': 'Deleted the role',
  'team-created': 'Created the team',
  'team-updated': 'Changed the team',
  'link-created': 'Made the link',
  'link-updated': 'Changed the link',
  'link-closed': 'Closed the link',
  'view-shared': 'Shared or changed a view of the list',
  'view-deleted': 'Deleted a shared view of the list',
  'api-key-created': 'Created an API key',
  'api-key-revoked': 'Revoked an API key',
  'webhook-created': 'Created a webhook',
  'webhook-updated': 'Changed a webhook',
  'webhook-deleted': 'Deleted a webhook',
  'webhook-secret-changed': 'Changed the secret of a webhook',
  'webhook-tested': 'Sent a test to a webhook',
  'webhook-resent': 'Sent an event to a webhook again',
  'webhook-disabled': 'Stopped a webhook that did not answer',
  'sign-in-settings-changed': 'Changed the single sign-on of the company',
  'user-provisioned': 'Was created at the first single sign-on',
  imported: 'Imported rows from a CSV file',
  'key-change-begun': 'Began to change the main key',
  'key-change-ended': 'Finished changing the main key',
  'backup-started': 'Began a backup',
  'backup-restored': 'Restored a backup',
}

/** The sentence where a flag of the entry's detail is set. */
const WITH_FLAG: Partial<Record<AuditAction, { flag: string; sentence: string }>> = {
  'submission-pdf-downloaded': { flag: 'download', sentence: 'Downloaded the PDF' },
  'document-viewed': { flag: 'download', sentence: 'Downloaded a document' },
  'submissions-listed': { flag: 'searched', sentence: 'Searched submissions' },
  'submission-number-searched': {
    flag: 'throttled',
    sentence: 'Was refused a search by SSN or tax ID, after too many tries',
  },
}

const isAct = (act: string): act is AuditAction => AUDIT_ACTIONS.some((known) => known === act)

export function auditSentence(act: string, detail: unknown): string {
  if (!isAct(act)) return act
  if (isRecord(detail) && isPdfFailure(detail.failure)) return withReason(ACTS[act], detail.failure)
  const flagged = WITH_FLAG[act]
  return flagged && isRecord(detail) && getOwn(detail, flagged.flag) === true ? flagged.sentence : ACTS[act]
}

export const AUDIT_SENTENCES: readonly { act: AuditAction; sentence: string }[] = AUDIT_ACTIONS.map(
  (act) => ({ act, sentence: ACTS[act] }),
).sort((one, other) => one.sentence.localeCompare(other.sentence, 'en'))

export function findActionsByText(text: string): AuditAction[] {
  const wanted = text.toLowerCase()
  return AUDIT_ACTIONS.filter((act) =>
    [ACTS[act], WITH_FLAG[act]?.sentence ?? ''].some((sentence) => sentence.toLowerCase().includes(wanted)),
  )
}
