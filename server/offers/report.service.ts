import { DEFAULT_TIME_ZONE, dayInZone } from '#domain/time-zone'
import { countByCompany, recordListing } from '../events/audit/record-reading.ts'
import type { AuditActor } from '../events/record-event.ts'
import type { Tx } from '../platform/database/db.ts'
import type { Services } from '../services.ts'
import { toSplits } from './funding.schema.ts'
import { REPORT_GROUPS, type ReportInput, type ReportRow } from './report.schema.ts'

/** `users` get parts of the commission; the first is the owner, whose files they are. */
type Fact = {
  month: string
  funder: Named
  owner: Named
  asked?: boolean
  offered?: boolean
  funded?: { amount: number; commission: number; days: number; shares: (Named & { commission: number })[] }
}
type Named = { id: string; name: string }
const NONE: Named = { id: '', name: '' }

const DAY_MS = 24 * 60 * 60 * 1000

function firstMonth(last: string): string {
  const date = new Date(`${last}-01`)
  date.setUTCMonth(date.getUTCMonth() - 11)
  return date.toISOString().slice(0, 7)
}

/** What the caller may see: own company, and of it the submissions of the role's scope. */
export async function reportFunders(
  services: Services,
  by: AuditActor,
  { from, to = dayInZone(new Date(), DEFAULT_TIME_ZONE).slice(0, 7) }: ReportInput,
): Promise<ReportRow[]> {
  const first = from ?? firstMonth(to)
  const { facts, companies } = await services.db.as(by.actor).read(async (tx) => {
    const [asked, funded] = [await readAsked(tx, first, to), await readFunded(tx, first, to)]
    const rows = [...asked, ...funded]
    return { facts: rows.map(({ fact }) => fact), companies: rows.map(({ companyId }) => companyId) }
  })
  await recordListing(services, by, {
    act: 'funders-reported',
    objectType: 'submission',
    rows: countByCompany(companies, by),
    query: { first, to },
  })
  return REPORT_GROUPS.flatMap((group) => sumUp(group, facts))
}

type Asked = {
  month: string
  companyId: string
  funderId: string
  funder: string
  ownerId: string | null
  owner: string
  offered: boolean
}

/** Each file counts once for each funder, in the month in which it first went there. */
async function readAsked(tx: Tx, first: string, last: string) {
  const rows = await tx.$queryRaw<Asked[]>`
    SELECT to_char(intake_day(min(a."at"), c."timeZone"), 'YYYY-MM') AS "month", s."companyId", a."funderId",
      f."name" AS "funder", s."ownerId", s."ownerName" AS "owner", bool_or(a."offered") AS "offered"
    FROM (
      SELECT "submissionId", "funderId", "createdAt" AS "at", false AS "offered" FROM "Package"
      UNION ALL SELECT "submissionId", "funderId", "createdAt", true FROM "Offer"
    ) AS a
    JOIN "SubmissionDesk" s ON s."id" = a."submissionId" JOIN "Funder" f ON f."id" = a."funderId"
    JOIN "Company" c ON c."id" = s."companyId"
    GROUP BY a."submissionId", a."funderId", f."name", s."companyId", s."ownerId", s."ownerName", c."timeZone"
    HAVING to_char(intake_day(min(a."at"), c."timeZone"), 'YYYY-MM') BETWEEN ${first} AND ${last}`
  return rows.map(({ companyId, month, funderId, funder, ownerId, owner, offered }) => ({
    companyId,
    fact: {
      month,
      funder: { id: funderId, name: funder },
      owner: toOwner(ownerId, owner),
      asked: true,
      offered,
    },
  }))
}

const toOwner = (id: string | null, name: string): Named => (id === null ? NONE : { id, name })

async function readFunded(tx: Tx, first: string, last: string): Promise<{ companyId: string; fact: Fact }[]> {
  const desk = { select: { ownerId: true, ownerName: true, createdAt: true } } as const
  const rows = await tx.funding.findMany({
    where: { fundedAt: { gte: `${first}-01`, lte: `${last}-31` } },
    include: { funder: { select: { id: true, name: true } }, submission: { select: { desk } } },
  })
  return rows.map(({ companyId, fundedAt, funder, amount, commission, splits, submission }) => {
    const { ownerId = null, ownerName = '', createdAt = new Date(fundedAt) } = submission.desk ?? {}
    const owner = toOwner(ownerId, ownerName)
    const split = toSplits(splits).map(({ userId, name, percent }) => ({
      id: userId,
      name,
      commission: Math.round(commission * percent) / 100,
    }))
    const rest = commission - split.reduce((sum, share) => sum + share.commission, 0)
    const shares = [...split, { ...owner, commission: rest }]
    const days = Math.max(0, (Date.parse(fundedAt) - createdAt.getTime()) / DAY_MS)
    return {
      companyId,
      fact: {
        month: fundedAt.slice(0, 7),
        funder: funder ?? NONE,
        owner,
        funded: { amount, commission, days, shares },
      },
    }
  })
}

type Sum = Omit<ReportRow, 'approvalRate' | 'days' | 'by'> & { totalDays: number }

function sumUp(by: ReportRow['by'], facts: readonly Fact[]): ReportRow[] {
  const sums = new Map<string, Sum>()
  const sumOf = ({ id: key, name }: Named): Sum => {
    const known = sums.get(key) ?? {
      key,
      name,
      asked: 0,
      offered: 0,
      funded: 0,
      amount: 0,
      commission: 0,
      totalDays: 0,
    }
    sums.set(key, known)
    return known
  }
  for (const { month, funder, owner, asked, offered, funded } of facts) {
    const group = { month: { id: month, name: month }, funder, user: owner }[by]
    const sum = sumOf(group)
    sum.asked += asked ? 1 : 0
    sum.offered += offered ? 1 : 0
    if (!funded) continue
    sum.funded += 1
    sum.amount += funded.amount
    sum.totalDays += funded.days
    if (by !== 'user') sum.commission += funded.commission
    else
      for (const share of funded.shares)
        if (share.commission !== 0) sumOf(share).commission += share.commission
  }
  return [...sums.values()]
    .map(({ totalDays, amount, commission, ...sum }) => ({
      by,
      ...sum,
      amount: Math.round(amount * 100) / 100,
      commission: Math.round(commission * 100) / 100,
      approvalRate: sum.asked === 0 ? null : sum.offered / sum.asked,
      days: sum.funded === 0 ? null : Math.round((totalDays / sum.funded) * 10) / 10,
    }))
    .sort(by === 'month' ? (a, b) => b.key.localeCompare(a.key) : (a, b) => b.amount - a.amount)
}
