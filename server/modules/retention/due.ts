import { overdueBefore } from '#domain/retention'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'

/** What of a company says how long its submissions are kept. */
export const policySelect = {
  id: true,
  retentionDays: true,
  retentionFrom: true,
} satisfies Prisma.CompanySelect

export type Policy = Prisma.CompanyGetPayload<{ select: typeof policySelect }>

/**
 * The days that a period comes to: never fewer than a form's token lives, as a late retry of a submit would store again
 * what was destroyed.
 */
export const daysKept = ({ config }: Pick<Services, 'config'>, days: number): number =>
  Math.max(days, config.draftDays)

/** Submissions of a company that are older than so many days, on hold or not. */
export const overdue = (companyId: string, days: number, now: Date) =>
  ({ companyId, createdAt: { lt: overdueBefore(days, now) } }) satisfies Prisma.FormSubmissionWhereInput

/** Those of them that nothing keeps any longer. */
export const destroyable = (companyId: string, days: number, now: Date) =>
  ({
    ...overdue(companyId, days, now),
    legalHoldAt: null,
    OR: [{ keepUntil: null }, { keepUntil: { lte: now } }],
  }) satisfies Prisma.FormSubmissionWhereInput

/** The days after which a company's submissions are destroyed at present; null while nothing is. */
export function daysInForce(services: Pick<Services, 'config'>, policy: Policy, now: Date): number | null {
  const { retentionDays, retentionFrom } = policy
  if (retentionDays === null || (retentionFrom !== null && retentionFrom > now)) return null
  return daysKept(services, retentionDays)
}
