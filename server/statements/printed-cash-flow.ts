import { cashFlowMessages as words } from '#domain/messages/panel-cash-flow'
import { dollars } from '#domain/messages/statement-reading'
import { monthName } from '#domain/month-name'
import type { StatementMetrics } from '#domain/statement-reading'
import { documentName, nameSelect } from '../documents/document-name.ts'
import { recordAction, type AuditActor } from '../events/record-event.ts'
import type { Services } from '../services.ts'
import type { PrintedSection } from '../submissions/pdf/printed-application.ts'
import { findCashFlow, toCashFlow } from './cash-flow.ts'
import type { CashFlow } from './statement.schema.ts'

/** So many fit on one page. */
const MOST = { months: 4, positions: 9, flags: 6 }

type Needs = Pick<Services, 'db' | 'keys' | 'log'>
type Door = Pick<ReturnType<Services['db']['system']>, 'write'>

/** One page for underwriters, which is recorded; null where no month is read. */
export async function printCashFlow(
  services: Needs,
  by: AuditActor,
  id: string,
): Promise<PrintedSection | null> {
  const { companyId, section } = await readCashFlow(services, services.db.as(by.actor), id)
  const about = { companyId, objectType: 'submission', objectId: id }
  if (section) await recordAction(services, by, 'statements-read', about)
  return section
}

/** @param door of those who may see the submission @param hasFlags also what to look at, for staff alone */
export async function readCashFlow(
  { keys, log }: Omit<Needs, 'db'>,
  door: Door,
  id: string,
  hasFlags = true,
) {
  const { row, documents } = await door.write(async (tx) => ({
    row: await findCashFlow(tx, id),
    documents: await tx.document.findMany({ where: { formSessionId: id }, select: nameSelect }),
  }))
  const names = new Map(documents.map((document) => [document.id, documentName({ keys, log }, document)]))
  return { companyId: row.companyId, section: toSection(await toCashFlow(keys, row), names, hasFlags) }
}

function toSection(
  { months, total, files }: CashFlow,
  names: ReadonlyMap<string, string>,
  hasFlags: boolean,
): PrintedSection | null {
  if (total.metrics === null) return null
  const flags = (hasFlags ? files : []).flatMap(({ documentId, flags }) =>
    flags.map((flag) => ({ ...flag, name: names.get(documentId) ?? '' })),
  )
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
        columns: 1,
        rows: flags.slice(0, MOST.flags).map(({ kind, page, text, name }) => ({
          label: words.flags[kind],
          // Some sentences begin with the page themselves.
          value: `${name}${page === null || text.startsWith(words.page(page)) ? '' : `, ${words.page(page).toLowerCase()}`}: ${text}`,
        })),
      },
    ].filter(({ rows }) => rows.length > 0),
  }
}

const toFacts = (metrics: StatementMetrics) =>
  (Object.keys(words.metrics) as (keyof StatementMetrics)[]).map((name) => ({
    label: words.metrics[name],
    value: name.endsWith('Cents') ? dollars(metrics[name]) : String(metrics[name]),
  }))
