import type { Services } from '../services.ts'
import { overdueBefore } from '#domain/retention'
import type { Prisma } from '../generated/client.ts'

type Needs = Pick<Services, 'db' | 'config'>

export type Due = { id: string; companyId: string; receivedAt: Date; documents: number }

/** Rows in memory at a time, however many are due. */
const PAGE = 200

export async function* findDue(services: Needs, now: Date, pageSize = PAGE): AsyncGenerator<Due> {
  const companies = await services.db.system('job').read((client) =>
    client.company.findMany({
      where: { retentionDays: { not: null } },
      orderBy: { id: 'asc' },
      select: policySelect,
    }),
  )
  for (const company of companies) {
    const days = daysInForce(services, company, now)
    if (days !== null) yield* findDueOfCompany(services, company.id, days, now, pageSize)
  }
}

async function* findDueOfCompany(
  { db }: Needs,
  companyId: string,
  days: number,
  now: Date,
  pageSize: number,
): AsyncGenerator<Due> {
  for (let last: Due | null = null; ;) {
    const rows = await db.system('job').read((client) =>
      client.submissionDesk.findMany({
        where: { ...destroyable(companyId, days, now), AND: after(last) },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        take: pageSize,
        select: { id: true, createdAt: true, documentCount: true },
      }),
    )
    const page = rows.map(({ id, createdAt, documentCount }) => ({
      id,
      companyId,
      receivedAt: createdAt,
      documents: documentCount,
    }))
    yield* page
    last = page.at(-1) ?? null
    if (page.length < pageSize || last === null) return
  }
}

/** A cursor's row would be gone by then. The first condition is for the index. */
const after = (last: Due | null) =>
  last === null
    ? []
    : [
        { createdAt: { gte: last.receivedAt } },
        { OR: [{ createdAt: { gt: last.receivedAt } }, { id: { gt: last.id } }] },
      ]

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
  ({ companyId, createdAt: { lt: overdueBefore(days, now) } }) satisfies Prisma.SubmissionDeskWhereInput

export const destroyable = (companyId: string, days: number, now: Date) =>
  ({
    ...overdue(companyId, days, now),
    legalHoldAt: null,
    OR: [{ keepUntil: null }, { keepUntil: { lte: now } }],
  }) satisfies Prisma.SubmissionDeskWhereInput

export function daysInForce(services: Pick<Services, 'config'>, policy: Policy, now: Date): number | null {
  const { retentionDays, retentionFrom } = policy
  if (retentionDays === null || (retentionFrom !== null && retentionFrom > now)) return null
  return daysKept(services, retentionDays)
}
