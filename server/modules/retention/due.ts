import { overdueBefore } from '#domain/retention'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'

export const policySelect = {
  id: true,
  retentionDays: true,
  retentionFrom: true,
} satisfies Prisma.CompanySelect

export type Policy = Prisma.CompanyGetPayload<{ select: typeof policySelect }>

/** At least as long as a form's token lives: a late retry of a submit would store destroyed data again. */
export const daysKept = ({ config }: Pick<Services, 'config'>, days: number): number =>
  Math.max(days, config.draftDays)

export const overdue = (companyId: string, days: number, now: Date) =>
  ({ companyId, createdAt: { lt: overdueBefore(days, now) } }) satisfies Prisma.FormSubmissionWhereInput

export const destroyable = (companyId: string, days: number, now: Date) =>
  ({
    ...overdue(companyId, days, now),
    legalHoldAt: null,
    OR: [{ keepUntil: null }, { keepUntil: { lte: now } }],
  }) satisfies Prisma.FormSubmissionWhereInput

export function daysInForce(services: Pick<Services, 'config'>, policy: Policy, now: Date): number | null {
  const { retentionDays, retentionFrom } = policy
  if (retentionDays === null || (retentionFrom !== null && retentionFrom > now)) return null
  return daysKept(services, retentionDays)
}
