import { Readable } from 'node:stream'
import { CATALOGUE } from '#domain/catalogue/index'
import { formattedView } from '#domain/catalogue/formatted-view'
import { serverMessages } from '#domain/messages/server'
import { columnMessages } from '#domain/messages/panel-columns'
import { withActor, type Actor } from '../../auth/actor.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { countByCompany, recordReading } from '../audit/record-reading.ts'
import { openAnswers } from './sealed-submission.ts'
import { BYTE_ORDER_MARK, csvLine, csvName } from './csv.ts'
import { toCondition } from './submission-filter.ts'
import { orderSql } from './submission-order.ts'
import { openedSelect } from './submission-row.ts'
import type { SearchInput } from './submission.schema.ts'

const BATCH = 200

type Row = Prisma.FormSubmissionGetPayload<{ select: typeof openedSelect }>

/**
 * Settles rows and order first, then reads them in batches as the client takes them. Sensitive values are
 * masked.
 */
export async function exportSubmissions(
  services: Services,
  actor: Actor,
  { filter, sort }: SearchInput,
  ip: string,
): Promise<{ name: string; content: Readable }> {
  const condition = await toCondition(services, actor, { filter, sort })
  const { searched } = condition
  const { rows, name } = await withActor(services.db, actor, async (tx) => {
    const found = await tx.$queryRaw<{ id: string; companyId: string }[]>`
      SELECT s."id", s."companyId" FROM ${condition.from} AS s JOIN "Company" c ON c."id" = s."companyId"
      WHERE ${condition.sql} ORDER BY ${orderSql(sort)}`
    return { rows: found, name: await csvName(tx, actor, 'submissions') }
  })
  const { q: _q, columns, ...narrowed } = filter ?? {}
  const by = { actor, ip }
  await recordReading(services, by, {
    act: 'submissions-exported',
    objectType: 'submission',
    rows: countByCompany(
      rows.map(({ companyId }) => companyId),
      by,
    ),
    // The search text may be an applicant's name, so it is not recorded.
    detail: { searched, ...(searched && columns && { columns: columns.join(', ') }), ...narrowed },
  })
  const ids = rows.map(({ id }) => id)
  return { name, content: Readable.from(lines(services, actor, ids)) }
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

async function* lines(services: Services, actor: Actor, ids: string[]): AsyncGenerator<string> {
  const { company, user, createdAt } = columnMessages.forms
  yield BYTE_ORDER_MARK + csvLine([company, user, createdAt, ...COLUMNS.map(({ heading }) => heading)])
  for (let from = 0; from < ids.length; from += BATCH) {
    const wanted = ids.slice(from, from + BATCH)
    const found = await withActor(services.db, actor, (tx) =>
      tx.formSubmission.findMany({ where: { id: { in: wanted } }, select: openedSelect }),
    )
    const byId = new Map(found.map((row) => [row.id, row]))
    const batch = wanted.map((id) => byId.get(id)).filter((row) => row !== undefined)
    yield batch.map((row) => csvLine(cells(services, row))).join('')
  }
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
