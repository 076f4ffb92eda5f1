/** Everything the audit log writes down; `messages/audit.ts` has a sentence for each. */
export const AUDIT_ACTS = [
  'sign-in',
  'sign-in-refused',
  'sign-out',
  'session-ended',
  'sessions-ended',
  'password-changed',
  'password-reset-mailed',
  'password-reset',
  'otp-started',
  'otp-switched-on',
  'otp-switched-off',
  'recovery-codes-renewed',
  'submission-viewed',
  'submission-revealed',
  'submission-pdf-downloaded',
  'submission-notice-failed',
  'document-viewed',
  'submissions-exported',
  'company-created',
  'company-updated',
  'company-deleted',
  'user-created',
  'user-updated',
  'role-created',
  'role-updated',
  'role-deleted',
  'team-created',
  'team-updated',
  'link-created',
  'link-closed',
] as const
export type AuditAct = (typeof AUDIT_ACTS)[number]

/** What an entry may be about that whoever reads applications may know of; the rest of the log is the admins'. */
export const AUDITED_FOR_STAFF = ['submission', 'document'] as const
