import { AUDIT_ACTS, type AuditAct } from '../audit-acts.ts'

/** What somebody did, as it follows their name in a list: a sentence for every act. */
const ACTS: Record<AuditAct, string> = {
  'sign-in': 'Signed in',
  'sign-in-refused': 'Was refused to sign in',
  'sign-out': 'Signed out',
  'submission-viewed': 'Opened the submission',
  'submission-revealed': 'Showed the full values',
  'submission-pdf-downloaded': 'Opened the PDF',
  'document-viewed': 'Opened a document',
  'submissions-exported': 'Exported submissions',
}

/** The same where the file was saved rather than shown. */
const AS_DOWNLOAD: Partial<Record<AuditAct, string>> = {
  'submission-pdf-downloaded': 'Downloaded the PDF',
  'document-viewed': 'Downloaded a document',
}

const isAct = (act: string): act is AuditAct => AUDIT_ACTS.some((known) => known === act)

/** The sentence for an entry of the log; an act that this version does not know stays as it is. */
export function auditSentence(act: string, detail: Readonly<Record<string, unknown>>): string {
  if (!isAct(act)) return act
  return (detail.download === true && AS_DOWNLOAD[act]) || ACTS[act]
}
