import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { CATALOGUE } from '#domain/catalogue/index'
import { formattedView } from '#domain/catalogue/formatted-view'
import { serverMessages } from '#domain/messages/server'
import { columnMessages } from '#domain/messages/panel-columns'
import type { Actor } from '../../auth/actor.ts'
import { toCursor } from '../../platform/database/cursor.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { recordReading } from '../../events/audit/record-reading.ts'
import { readInTurn } from './reading-turns.ts'
import { openAnswers } from '../accept/sealed-submission.ts'
import { BYTE_ORDER_MARK, csvLine, csvName } from './csv.ts'
import { toCondition, type Condition } from '../list/submission-filter.ts'
import { toValues } from '../list/submission-order.ts'
import { findPage } from '../list/submission-page.ts'
import { openedSelect } from '../list/submission-row.ts'
import type { ListInput, SearchInput } from '../submission.schema.ts'

const BATCH = 500
/** Decrypted at a time; other requests get their turn between. */
const LINES = 25

type Row = Prisma.FormSubmissionGetPayload<{ select: typeof openedSelect }>

/** Reads in batches as the client takes them, each after the one before. Sensitive values are masked. */
export async function exportSubmissions(
  services: Services,
  actor: Actor,
  asked: SearchInput,
  ip: string,
): Promise<{ name: string; content: Readable }> {
  const condition = await services.db.onReplica((db) => toCondition({ ...services, db }, actor, asked))
  const { from, sql, searched } = condition
  const { counted, name } = await readInTurn(actor, () =>
    services.db.as(actor).read(async (tx) => ({
      counted: await tx.$queryRaw<{ companyId: string; count: number }[]>`
        SELECT s."companyId", count(*)::int AS "count" FROM ${from} AS s WHERE ${sql} GROUP BY 1`,
      name: await csvName(tx, actor, 'submissions'),
    })),
  )
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
  return { name, content: Readable.from(lines(services, actor, condition, asked)) }
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

async function* lines(
  services: Services,
  actor: Actor,
  condition: Condition,
  search: SearchInput,
): AsyncGenerator<string> {
  const { company, user, createdAt } = columnMessages.forms
  yield BYTE_ORDER_MARK + csvLine([company, user, createdAt, ...COLUMNS.map(({ heading }) => heading)])
  let asked: ListInput = { ...search, range: [0, BATCH - 1] }
  for (;;) {
    const { rows, next, text } = await readInTurn(actor, async () => {
      const { found, ...page } = await services.db.onReplica((db) => readBatch(db, actor, condition, asked))
      return { ...page, text: await toText(services, found) }
    })
    yield text
    const last = rows.at(-1)
    if (next === undefined || !last) return
    asked = { ...asked, after: toCursor(asked, toValues(asked.sort, last)) }
  }
}

async function readBatch(db: Database, actor: Actor, condition: Condition, asked: ListInput) {
  const page = await findPage(db, actor, condition, asked)
  const read = { where: { id: { in: page.rows.map(({ id }) => id) } }, select: openedSelect }
  const byId = new Map(
    (await db.as(actor).write((tx) => tx.formSubmission.findMany(read))).map((row) => [row.id, row]),
  )
  return { ...page, found: page.rows.flatMap(({ id }) => byId.get(id) ?? []) }
}

async function toText(services: Services, rows: readonly Row[]): Promise<string> {
  let text = ''
  for (const [index, row] of rows.entries()) {
    if (index % LINES === 0) await setImmediate()
    text += csvLine(cells(services, row))
  }
  return text
}

const cells = (services: Services, row: Row): string[] => [
  row.company.nameOut,
  row.submittedBy,
  row.createdAt.toISOString(),
  ...answers(services, row),
]

function answers(services: Services, row: Row): string[] {
  try {
    const view = formattedView(openAnswers(services.keys, row), 'masked')
    const shown = view.flatMap((section) => section.groups.flatMap((group) => group.rows))
    const byName = new Map(shown.map(({ name, value }) => [name, value]))
    return COLUMNS.map(({ name }) => byName.get(name) ?? '')
  } catch {
    return COLUMNS.map((_column, index) => (index === 0 ? serverMessages.parseError : ''))
  }
}
