import { withActor, type Actor } from '../../auth/actor.ts'
import { toSkipTake, type Page } from '../../database/list-query.ts'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit.service.ts'
import type { AuditActor } from '../audit/record-change.ts'
import { countByCompany, recordListing } from '../audit/record-reading.ts'
import { holdSelect, toLegalHold } from '../retention/hold.service.ts'
import { openApplication } from './application-record.ts'
import { toCondition } from './submission-filter.ts'
import { answersText, openedSelect, readPage, toRow } from './submission-row.ts'
import type { ListInput, SubmissionRecord, SubmissionRow } from './submission.schema.ts'

export async function listSubmissions(
  services: Services,
  by: AuditActor,
  { range, sort, filter }: ListInput,
): Promise<Page<SubmissionRow>> {
  const { from, take } = toSkipTake(range)
  const { rows, total, searched } = await withActor(services.db, by.actor, async (tx) => {
    const condition = await toCondition(tx, by.actor, filter)
    const page = await readPage(tx, condition, sort, { from, size: take })
    return { ...page, searched: condition.searched }
  })
  const { q: _q, columns, ...narrowed } = filter ?? {}
  await recordListing(services, by, {
    act: 'submissions-listed',
    objectType: 'submission',
    query: { range, sort, filter },
    rows: countByCompany(
      rows.map(({ company }) => company.id),
      by,
    ),
    detail: { searched, ...(searched && columns && { columns: columns.join(', ') }), ...narrowed },
  })
  return { rows, total, from }
}

export async function revealSubmission(
  services: Services,
  actor: Actor,
  id: string,
  ip: string,
): Promise<SubmissionRecord> {
  const row = await withActor(services.db, actor, (tx) =>
    tx.formSubmission.findUnique({
      where: { id },
      select: {
        ...openedSelect,
        ...holdSelect,
        signatures: true,
        authorizationText: true,
        disclaimer: true,
        clientIp: true,
        link: { select: { id: true, slug: true } },
      },
    }),
  )
  if (!row) throw new AppError('not_found')
  await recordAudit(services, {
    companyId: row.companyId,
    actor,
    act: 'submission-revealed',
    objectType: 'submission',
    objectId: row.id,
    ip,
  })
  return {
    ...toRow(
      row,
      answersText(services, row.id, () => openApplication(services.keys, row)),
    ),
    authorizationText: row.authorizationText,
    disclaimer: row.disclaimer,
    clientIp: row.clientIp,
    generatedLink: row.link,
    legalHold: toLegalHold(row),
  }
}
