import type { PermissionHolder, RoleScope } from '#domain/permissions'
import type { SubmissionMail } from '#domain/submission-mail'

export type Actor = PermissionHolder & {
  userId: string
  name: string
  email: string
  roleId: string | null
  roleName: string
  scope: RoleScope
  /** null reaches no company, except for users who reach all of them */
  companyId: string | null
  companyName: string | null
  slug: string | null
  apiKey: { id: string; name: string } | null
  sessionId: string
  otp: boolean
  /** the sign-in policy or the company requires two steps */
  otpRequired: boolean
  passwordChangeRequired: boolean
  submissionMail: SubmissionMail
  sso: boolean
  /** when the user last gave the password, or signed in at the provider, in this session */
  confirmedAt: Date
  /** of a call with an Idempotency-Key (auth/idempotent-calls.ts) */
  attempt?: string
}
