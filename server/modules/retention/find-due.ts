import { asSystem } from '../../auth/actor.ts'
import type { Services } from '../../services.ts'
import { daysInForce, destroyable, policySelect } from './due.ts'

type Needs = Pick<Services, 'db' | 'config'>

export type Due = { id: string; companyId: string; receivedAt: Date; documents: number }

/** Rows in memory at a time, however many are due. */
const PAGE = 200

export async function* findDue(services: Needs, now: Date, pageSize = PAGE): AsyncGenerator<Due> {
  const companies = await asSystem(services.db, 'job', (client) =>
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
    const rows = await asSystem(db, 'job', (client) =>
      client.formSubmission.findMany({
        where: { ...destroyable(companyId, days, now), AND: after(last) },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        take: pageSize,
        select: {
          id: true,
          createdAt: true,
          formSession: { select: { _count: { select: { documents: true } } } },
        },
      }),
    )
    const page = rows.map(({ id, createdAt, formSession }) => ({
      id,
      companyId,
      receivedAt: createdAt,
      documents: formSession._count.documents,
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
