/** Everything the audit log writes down; `messages/audit.ts` has a sentence for each. */
export const AUDIT_ACTS = [
  'sign-in',
  'sign-in-refused',
  'sign-out',
  'submission-viewed',
  'submission-revealed',
  'submission-pdf-downloaded',
  'document-viewed',
  'submissions-exported',
] as const
export type AuditAct = (typeof AUDIT_ACTS)[number]

/** What an entry may be about that whoever reads applications may know of; the rest of the log is the admins'. */
export const AUDITED_FOR_STAFF = ['submission', 'document'] as const
