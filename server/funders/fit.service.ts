import { latestMonths, listFigures } from '#domain/cash-flow'
import { fit, parseCriteria, toFacts, type StatementFigures } from '#domain/funder'
import { LIMITS } from '#domain/limits'
import { dayInZone } from '#domain/time-zone'
import { recordAction, type AuditActor } from '../events/record-event.ts'
import { mapInPieces } from '../lib/map-in-pieces.ts'
import type { Services } from '../services.ts'
import { findCashFlow, toCashFlow } from '../statements/cash-flow.ts'
import type { CashFlow } from '../statements/statement.schema.ts'
import { openAnswers, readOrNull } from '../submissions/accept/sealed-submission.ts'
import { readInTurn } from '../submissions/export/reading-turns.ts'
import type { FunderFit } from './fit.schema.ts'

const select = {
  id: true,
  name: true,
  emails: true,
  hidesContact: true,
  asksCode: true,
  criteria: true,
} as const

/** The best fit first, then who funded most before. */
export async function fitFunders(
  services: Pick<Services, 'db' | 'keys' | 'log'>,
  by: AuditActor,
  { id }: { id: string },
): Promise<FunderFit[]> {
  const { db, keys } = services
  const { rows, companyId } = await readInTurn(by.actor, async () => {
    const { row, funders, funded } = await db.as(by.actor).write(async (tx) => {
      const row = await findCashFlow(tx, id)
      const ofCompany = { companyId: row.companyId }
      const where = { ...ofCompany, active: true }
      const funders = await tx.funder.findMany({ where, select, take: LIMITS.listRows })
      const sum = { _sum: { amount: true }, _count: true } as const
      return {
        row,
        funders,
        funded: await tx.funding.groupBy({ by: ['funderId'], where: ofCompany, ...sum }),
      }
    })
    const values = readOrNull(services, id, () => openAnswers(keys, row)) ?? {}
    const figures = toFigures(await toCashFlow(keys, row))
    const facts = toFacts(values, figures, dayInZone(new Date(), row.company.timeZone))
    const before = new Map(funded.map(({ funderId, ...each }) => [funderId, each]))
    const rows = await mapInPieces(funders, ({ criteria, ...funder }) => {
      const { _sum, _count } = before.get(funder.id) ?? {}
      const history = { fundedAmount: _sum?.amount ?? 0, fundedCount: _count ?? 0 }
      return { funder, ...fit(parseCriteria(criteria), facts), ...history }
    })
    return { rows, companyId: row.companyId }
  })
  if (rows.length > 0) {
    const about = { companyId, objectType: 'submission', objectId: id }
    await recordAction(services, by, 'funders-compared', about, { rows: rows.length })
  }
  return rows.toSorted(
    (one, other) =>
      other.score - one.score ||
      other.fundedAmount - one.fundedAmount ||
      other.fundedCount - one.fundedCount ||
      one.funder.name.localeCompare(other.funder.name),
  )
}

function toFigures({ months, total }: CashFlow): StatementFigures | null {
  const figures = listFigures(months, total.positions)
  const negativeDays = latestMonths(months).reduce((sum, { metrics }) => sum + metrics.negativeDays, 0)
  return figures && { ...figures, negativeDays }
}
