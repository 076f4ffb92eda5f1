import { maskValues } from '#domain/catalogue/formatted-view'
import type { Values } from '#domain/catalogue/values'
import { serverMessages } from '#domain/messages/server'
import { withActor, type Actor } from '../../auth/actor.ts'
import { stretchOf, type Page } from '../../database/list-query.ts'
import { AppError } from '../../errors.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { recordAudit } from '../audit/audit.service.ts'
import { holdSelect, legalHoldOf } from '../retention/hold.service.ts'
import { openAnswers, openApplication, sealedSelect } from './application-record.ts'
import { conditionOf } from './submission-filter.ts'
import { orderOf } from './submission-order.ts'
import { findPage } from './submission-page.ts'
import type { ListInput, SubmissionRecord, SubmissionRow } from './submission.schema.ts'

const { signatures: _signatures, ...answersSelect } = sealedSelect

export const rowSelect = {
  ...answersSelect,
  submittedBy: true,
  createdAt: true,
  pdfState: true,
  legalHoldAt: true,
  company: { select: { id: true, nameOut: true } },
} satisfies Prisma.FormSubmissionSelect

type StoredRow = Prisma.FormSubmissionGetPayload<{ select: typeof rowSelect }>

/** The submissions that the caller may see and the filter matches; sensitive values masked (decisions 5a). */
export async function listSubmissions(
  services: Services,
  actor: Actor,
  input: ListInput,
): Promise<Page<SubmissionRow>> {
  const { from, take } = stretchOf(input.range)
  const condition = conditionOf(services.keys, actor, input.filter)
  const { stored, total } = await withActor(services.db, actor, async (tx) => {
    const { ids, total } = await findPage(tx, condition, input.sort, { from, size: take })
    const page = { where: { id: { in: ids } }, orderBy: orderOf(input.sort), select: rowSelect }
    return { stored: ids.length > 0 ? await tx.formSubmission.findMany(page) : [], total }
  })
  return { rows: stored.map((row) => shown(services, row)), total, from }
}

/**
 * One application with all it holds, which is written down as a reveal.
 *
 * @throws AppError not_found, for another company's too
 */
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
        ...rowSelect,
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
    ...rowOf(
      row,
      textOf(services, row.id, () => openApplication(services.keys, row)),
    ),
    authorizationText: row.authorizationText,
    disclaimer: row.disclaimer,
    clientIp: row.clientIp,
    generatedLink: row.link,
    legalHold: legalHoldOf(row),
  }
}

/** A row as lists show it. */
export const shown = (services: Services, row: StoredRow): SubmissionRow =>
  rowOf(
    row,
    textOf(services, row.id, () => maskValues(openAnswers(services.keys, row))),
  )

/** A row that cannot be opened says so for itself and fails nothing else (decisions 5a). */
function textOf(services: Services, id: string, open: () => Values): string {
  try {
    return JSON.stringify(open())
  } catch (error) {
    services.log.error(
      { submission: id, reason: error instanceof Error ? error.message : '' },
      'unreadable submission',
    )
    return serverMessages.parseError
  }
}

const rowOf = (row: StoredRow, formData: string): SubmissionRow => ({
  id: row.id,
  company: row.company,
  user: { name: row.submittedBy },
  formData,
  createdAt: row.createdAt.toISOString(),
  pdfPath: row.pdfState === 'ready' ? `/pdf/${row.id}` : null,
  pdfState: row.pdfState,
  onHold: row.legalHoldAt !== null,
})
