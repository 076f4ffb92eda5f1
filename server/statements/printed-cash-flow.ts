import { cashFlowMessages as words } from '#domain/messages/panel-cash-flow'
import { dollars } from '#domain/messages/statement-reading'
import { monthName } from '#domain/month-name'
import type { StatementMetrics } from '#domain/statement-reading'
import { recordAction, type AuditActor } from '../events/record-event.ts'
import type { Services } from '../services.ts'
import type { PrintedSection } from '../submissions/pdf/printed-application.ts'
import { findCashFlow, toCashFlow } from './cash-flow.ts'
import type { CashFlow } from './statement.schema.ts'

/** So many fit on one page. */
const MOST = { months: 4, positions: 9, flags: 6 }

/** One page for underwriters, which is recorded; null where no month is read. */
export async function printCashFlow(
  services: Pick<Services, 'db' | 'keys'>,
  by: AuditActor,
  id: string,
): Promise<PrintedSection | null> {
  const row = await services.db.as(by.actor).write((tx) => findCashFlow(tx, id))
  const section = toSection(toCashFlow(services.keys, row))
  const about = { companyId: row.companyId, objectType: 'submission', objectId: id }
  if (section) await recordAction(services, by, 'statements-read', about)
  return section
}

function toSection({ months, total, files }: CashFlow): PrintedSection | null {
  if (total.metrics === null) return null
  const flags = files.flatMap((file) => file.flags)
  return {
    title: words.title,
    groups: [
      ...months
        .slice(-MOST.months)
        .map(({ month, metrics }) => ({ title: monthName(month, 'en-US'), rows: toFacts(metrics) })),
      { title: words.allMonths, rows: toFacts(total.metrics) },
      {
        title: words.positions,
        rows: total.positions.slice(0, MOST.positions).map((each) => ({
          label: words.position(dollars(each.cents), each.frequency),
          value: `${each.funder}, ${words.payments(each.payments, each.missed)}`,
        })),
      },
      {
        title: `${words.flagsTitle} (${flags.length})`,
        rows: flags.slice(0, MOST.flags).map(({ kind, text }) => ({ label: words.flags[kind], value: text })),
      },
    ].filter(({ rows }) => rows.length > 0),
  }
}

const toFacts = (metrics: StatementMetrics) =>
  (Object.keys(words.metrics) as (keyof StatementMetrics)[]).map((name) => ({
    label: words.metrics[name],
    value: name.endsWith('Cents') ? dollars(metrics[name]) : String(metrics[name]),
  }))
