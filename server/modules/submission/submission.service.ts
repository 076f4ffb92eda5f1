import { reachesAllCompanies } from '#domain/permissions'
import type { ViewMode } from '#domain/catalogue/formatted-view'
import { onReplica, withActor, type Tx } from '../../auth/actor.ts'
import type { Page } from '../../database/cursor.ts'
import { orNotFound } from '../../errors.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { recordAudits } from '../audit/audit.service.ts'
import type { AuditActor } from '../audit/record-change.ts'
import { countByCompany, recordListing } from '../audit/record-reading.ts'
import { holdSelect, toLegalHold } from '../retention/hold.service.ts'
import { findDuplicates } from './duplicates.ts'
import { openSubmission } from './sealed-submission.ts'
import { openSigning, signingSelect } from './signing-record.ts'
import { additionsSelect, openAdditions } from './submission-additions.ts'
import { toCondition } from './submission-filter.ts'
import { findPage } from './submission-page.ts'
import { answersText, openedSelect, readOrNull, toListRow, toMaskedRow, toRow } from './submission-row.ts'
import type { ListInput, SubmissionRecord, SubmissionView } from './submission.schema.ts'
import type { SubmissionRow } from './submission-row.schema.ts'

export async function listSubmissions(
  services: Services,
  by: AuditActor,
  asked: ListInput,
): Promise<Page<SubmissionRow>> {
  const { filter } = asked
  const { searched, ...page } = await onReplica(services.db, (db) =>
    searchPage({ ...services, db }, by, asked),
  )
  const { q: _q, columns, ...narrowed } = filter ?? {}
  await recordListing(services, by, {
    act: 'submissions-listed',
    objectType: 'submission',
    query: asked,
    rows: countByCompany(
      page.rows.map(({ companyId }) => companyId),
      by,
    ),
    detail: { searched, ...(searched && columns && { columns: columns.join(', ') }), ...narrowed },
  })
  return { ...page, rows: page.rows.map(toListRow) }
}

/** Searches without owners while they are looked up: both take as long, and few texts match an owner. */
async function searchPage(services: Services, { actor }: AuditActor, asked: ListInput) {
  const { db } = services
  const isOfAll = reachesAllCompanies(actor) && asked.filter?.q !== undefined
  const byRest = async () =>
    findPage(db, actor, await toCondition(services, actor, asked, { byOwners: false }), asked)
  const [likely, condition] = await Promise.all([
    isOfAll ? byRest() : null,
    toCondition(services, actor, asked),
  ])
  const page = likely && !condition.owned ? likely : await findPage(db, actor, condition, asked)
  return { ...page, searched: condition.searched }
}

/** The whole submission in full, which is recorded as a reveal. */
export async function revealSubmission(
  services: Services,
  by: AuditActor,
  id: string,
): Promise<SubmissionRecord> {
  const row = await readAndRecord(services, by, 'submission-revealed', (tx) =>
    tx.formSubmission.findUnique({ where: { id }, select: recordSelect }),
  )
  const answers = answersText(services, id, () => openSubmission(services.keys, row))
  const { authorizationText, disclaimer, clientIp } = row
  return {
    ...toRow(row, answers),
    ...alongside(services, row, 'full'),
    authorizationText,
    disclaimer,
    clientIp,
  }
}

/** The submission as its page shows it, sensitive values masked. */
export async function viewSubmission(
  services: Services,
  by: AuditActor,
  id: string,
): Promise<SubmissionView> {
  const { duplicates, ...row } = await readAndRecord(services, by, 'submission-viewed', async (tx) => {
    const found = await tx.formSubmission.findUnique({
      where: { id },
      select: { ...viewSelect, taxIdHash: true, ssnHashes: true },
    })
    return found && { ...found, duplicates: await findDuplicates(tx, found) }
  })
  return { ...toMaskedRow(services, row), ...alongside(services, row, 'masked'), duplicates }
}

const viewSelect = {
  ...openedSelect,
  ...holdSelect,
  ...signingSelect,
  additions: additionsSelect,
  link: { select: { id: true, slug: true } },
} as const
const recordSelect = {
  ...viewSelect,
  signatures: true,
  authorizationText: true,
  disclaimer: true,
} as const

/** Reads and records in one, so that no caller gets a submission without an audit entry. */
async function readAndRecord<Row extends { id: string; companyId: string; duplicates?: unknown[] }>(
  services: Services,
  by: AuditActor,
  act: 'submission-viewed' | 'submission-revealed',
  read: (tx: Tx) => Promise<Row | null>,
): Promise<Row> {
  const row = orNotFound(await withActor(services.db, by.actor, read))
  const { actor, ip } = by
  const entry = { actor, ip, companyId: row.companyId, objectType: 'submission', objectId: row.id }
  const compared = row.duplicates?.length
    ? [{ ...entry, act: 'submissions-compared' as const, detail: { rows: row.duplicates.length } }]
    : []
  await recordAudits(services, [{ ...entry, act }, ...compared])
  return row
}

type Opened = Prisma.FormSubmissionGetPayload<{ select: typeof viewSelect }>
const alongside = (services: Services, row: Opened, mode: ViewMode) => ({
  generatedLink: row.link,
  legalHold: toLegalHold(row),
  additions: readOrNull(services, row.id, () => openAdditions(services.keys, row, mode)) ?? [],
  signing: readOrNull(services, row.id, () => openSigning(services.keys, row)),
})
