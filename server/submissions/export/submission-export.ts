import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CATALOGUE } from '#domain/catalogue/index'
import { formattedView } from '#domain/catalogue/formatted-view'
import { serverMessages } from '#domain/messages/server'
import { findStatus, parseDeskSettings } from '#domain/desk-settings'
import { LISTS } from '#domain/pages'
import { toReference } from '#domain/reference'
import type { Actor } from '../../auth/actor.ts'
import { toCursor } from '../../platform/database/cursor.ts'
import type { Database } from '../../platform/database/db.ts'
import { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { recordReading } from '../../events/audit/record-reading.ts'
import { readInTurn } from './reading-turns.ts'
import { answersSelect, openAnswers } from '../accept/sealed-submission.ts'
import { BYTE_ORDER_MARK, csvLine, csvName } from './csv.ts'
import type { Listed } from '../list/columns.ts'
import { toCondition, type Condition } from '../list/condition.ts'
import { findPage, toValues } from '../list/page.ts'
import type { ListInput, SearchInput } from '../submission.schema.ts'

const BATCH = 500
/** Decrypted at a time; other requests get their turn between. */
const LINES = 25

type Row = Listed & { sealed: Prisma.FormSubmissionGetPayload<{ select: typeof answersSelect }> }

/** Reads in batches as the client takes them, each after the one before. Sensitive values are masked. */
export async function exportSubmissions(
  services: Services,
  actor: Actor,
  asked: SearchInput,
  ip: string,
): Promise<{ name: string; content: Readable }> {
  const condition = await toCondition(services, actor, asked.filter)
  const { from, sql, searched } = condition
  const { counted, name } = await readInTurn(actor, async () => ({
    counted: await services.db
      .as(condition.as)
      .query<{ companyId: string; count: number }>(
        '',
        Prisma.sql`SELECT s."companyId", count(*)::int AS "count" FROM ${from} AS s WHERE ${sql} GROUP BY 1`,
      ),
    name: await services.db.as(actor).read((tx) => csvName(tx, actor, 'submissions')),
  }))
  const batches = readBatches(services, actor, condition, asked)
  // Before anything is recorded or sent, as it may be refused.
  const first = await batches.next()
  const { q: _q, columns, ...narrowed } = asked.filter ?? {}
  const rows = new Map<string | null, number>(counted.map(({ companyId, count }) => [companyId, count]))
  const by = { actor, ip }
  await recordReading(services, by, {
    act: 'submissions-exported',
    objectType: 'submission',
    rows: rows.size > 0 ? rows : new Map([[actor.companyId, 0]]),
    // The search text may be an applicant's name, so it is not recorded.
    detail: { searched, ...(searched && columns && { columns: columns.join(', ') }), ...narrowed },
  })
  return { name, content: Readable.from(lines(first, batches)) }
}

const COLUMNS = CATALOGUE.flatMap((section) =>
  section.groups.flatMap((group) =>
    group.toggles
      .flatMap((toggle) => toggle.inputs)
      .map(({ name, label }) => ({
        name,
        heading: group.title === null ? label : `${group.title}: ${label}`,
      })),
  ),
)

async function* lines(first: IteratorResult<string, void>, more: AsyncGenerator<string, void>) {
  const headings = [...STANDING, ...COLUMNS].map(({ heading }) => heading)
  yield BYTE_ORDER_MARK + csvLine(headings) + (first.value ?? '')
  yield* more
}

async function* readBatches(
  services: Services,
  actor: Actor,
  condition: Condition,
  search: SearchInput,
): AsyncGenerator<string, void> {
  let asked: ListInput = { ...search, range: [0, BATCH - 1] }
  for (;;) {
    const { rows, next, text } = await readInTurn(actor, async () => {
      const { found, ...page } = await readBatch(services.db, actor, condition, asked)
      return { ...page, text: await toText(services, found) }
    })
    yield text
    const last = rows.at(-1)
    if (next === undefined || !last) return
    asked = { ...asked, after: toCursor(asked, toValues(condition.as, asked.sort, last)) }
  }
}

async function readBatch(db: Database, actor: Actor, condition: Condition, asked: ListInput) {
  const page = await findPage(db, condition, asked)
  const read = { where: { id: { in: page.rows.map(({ id }) => id) } }, select: answersSelect }
  const byId = new Map(
    (await db.as(actor).read((tx) => tx.formSubmission.findMany(read))).map((row) => [row.id, row]),
  )
  const found = page.rows.flatMap((row) => {
    const sealed = byId.get(row.id)
    return sealed ? [{ ...row, sealed }] : []
  })
  return { ...page, found }
}

async function toText(services: Services, rows: readonly Row[]): Promise<string> {
  let text = ''
  for (const [index, row] of rows.entries()) {
    if (index % LINES === 0) await setImmediate()
    text += csvLine(cells(services, row))
  }
  return text
}

const cells = (services: Services, row: Row): (string | number)[] => [
  ...STANDING.map(({ read }) => read(row) ?? ''),
  ...answers(services, row),
]

const words = LISTS.forms.columns
const time = (at: Date | null) => at && at.toISOString()

function toReasonName({ reason, deskSettings }: Row): string | null {
  const { declined, withdrawn } = parseDeskSettings(deskSettings).reasons
  return [...declined, ...withdrawn].find(({ key }) => key === reason)?.name ?? reason
}

/** Where a submission stands, beside its answers. Times are in UTC, amounts in dollars. */
const STANDING: { heading: string; read: (row: Row) => string | number | null }[] = [
  { heading: words.company, read: ({ nameOut }) => nameOut },
  { heading: words.user, read: ({ submittedBy }) => submittedBy },
  { heading: words.createdAt, read: ({ createdAt }) => time(createdAt) },
  { heading: 'ID', read: ({ id }) => id },
  { heading: 'Reference', read: ({ id }) => toReference(id) },
  { heading: 'External ID', read: ({ externalId }) => externalId },
  { heading: words.merchant, read: ({ merchant }) => merchant },
  { heading: words.status, read: (row) => findStatus(parseDeskSettings(row.deskSettings), row).name },
  { heading: 'Reason', read: (row) => toReasonName(row) },
  { heading: 'Status since', read: ({ statusAt }) => time(statusAt) },
  { heading: 'Decided at', read: ({ decidedAt }) => time(decidedAt) },
  { heading: 'Funded at', read: ({ fundedAt }) => time(fundedAt) },
  { heading: 'Changed at', read: ({ updatedAt }) => time(updatedAt) },
  { heading: words.owner, read: ({ ownerName }) => ownerName },
  { heading: 'Team', read: ({ teamName }) => teamName },
  { heading: words.amountRequested, read: ({ amountRequested }) => amountRequested },
  { heading: words.monthlySales, read: ({ monthlySales }) => monthlySales },
  { heading: words.trueRevenue, read: ({ trueRevenue }) => trueRevenue },
  { heading: words.averageDailyBalance, read: ({ averageDailyBalance }) => averageDailyBalance },
  { heading: words.nsfCount, read: ({ nsfCount }) => nsfCount },
  { heading: words.positionCount, read: ({ positionCount }) => positionCount },
  { heading: words.link, read: ({ linkLabel }) => linkLabel },
  { heading: words.pdf, read: ({ pdfState }) => pdfState },
  { heading: words.documentCount, read: ({ documentCount }) => documentCount },
  { heading: 'Statement months', read: ({ statementMonths }) => statementMonths.join(' ') },
]

function answers(services: Services, row: Row): string[] {
  try {
    const view = formattedView(openAnswers(services.keys, row.sealed), 'masked')
    const shown = view.flatMap((section) => section.groups.flatMap((group) => group.rows))
    const byName = new Map(shown.map(({ name, value }) => [name, value]))
    return COLUMNS.map(({ name }) => byName.get(name) ?? '')
  } catch {
    return COLUMNS.map((_column, index) => (index === 0 ? serverMessages.parseError : ''))
  }
}
