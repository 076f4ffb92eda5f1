import type { Database } from '../platform/database/db.ts'
import { Prisma, type RoleScope, type SubmissionMail, type UserType } from '../generated/client.ts'

export type SessionUser = {
  id: string
  name: string
  email: string
  slug: string | null
  isAdmin: boolean
  active: boolean
  passwordSetByOther: boolean
  otp: boolean
  roleId: string | null
  roleName: string | null
  userType: UserType | null
  permissions: string[] | null
  scope: RoleScope | null
  companyId: string | null
  companyName: string | null
  requireOtp: boolean | null
  submissionMail: SubmissionMail
  sso: boolean
  secondStep: boolean | null
  enforced: boolean | null
  /** signed in at a provider that the company has changed or removed since */
  providerChanged: boolean
}

type Session = {
  sessionId: string
  ip: string
  userAgent: string
  lastSeenAt: Date
  confirmedAt: Date
  expiresAt: Date
}

/** One statement, as every request of a signed-in user waits for it. */
export async function findSessionUser(
  db: Database,
  sessionId: string,
): Promise<(SessionUser & Session) | null> {
  const [row] = await db.system('sign-in').query<SessionUser & Session>(
    'session-user',
    Prisma.sql`
      SELECT u."id", u."name", u."email", u."slug", u."isAdmin", u."active", u."passwordSetByOther", u."submissionMail",
        o."confirmedAt" IS NOT NULL AS "otp", u."roleId", r."name" AS "roleName", r."userType", r."permissions", r."scope",
        u."companyId", c."nameOut" AS "companyName", c."requireOtp",
        s."id" AS "sessionId", s."ip", s."userAgent", s."lastSeenAt", s."confirmedAt", s."expiresAt",
        s."sso", (c."signIn"->>'secondStep')::boolean AS "secondStep", (c."signIn"->>'enforced')::boolean AS "enforced",
        s."sso" AND (c."signIn"->>'issuer' IS NULL OR s."ssoVersion" IS DISTINCT FROM c."signIn"->>'version')
          AS "providerChanged"
      FROM "LoginSession" s
      JOIN "User" u ON u."id" = s."userId"
      LEFT JOIN "Role" r ON r."id" = u."roleId"
      LEFT JOIN "Company" c ON c."id" = u."companyId"
      LEFT JOIN "UserOtp" o ON o."userId" = u."id"
      WHERE s."id" = ${sessionId}`,
  )
  return row ?? null
}
