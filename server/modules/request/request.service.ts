import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { findRecipient } from '#domain/request'
import { withActor, withSystem, type Tx } from '../../auth/actor.ts'
import { lockRow } from '../../database/lock-row.ts'
import { AppError, orNotFound } from '../../errors.ts'
import { addJob, removeRequestMails } from '../../queue/add-job.ts'
import type { Services } from '../../services.ts'
import { uuidV7 } from '../../uuid.ts'
import {
  applicantLinkExpiry,
  createApplicantLink,
  revokeApplicantLinks,
} from '../applicant/applicant-link.ts'
import { recordAuditIn, type AuditRecord } from '../audit/audit.service.ts'
import type { AuditActor } from '../audit/record-change.ts'
import { moveStatus } from '../desk/move-status.ts'
import { openAnswers, sealedSelect } from '../submission/sealed-submission.ts'
import type { AskInput, RequestRecord } from './request.schema.ts'
import { sealRequest, toRecord } from './sealed-request.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'publicUrl'>

const select = { ...sealedSelect, signatures: false, desk: { select: { status: true } } } as const
const newestFirst = { createdAt: 'desc' } as const

export async function listRequests(
  { db, keys }: Needs,
  { actor }: AuditActor,
  id: string,
): Promise<RequestRecord[]> {
  const row = await withActor(db, actor, (tx) =>
    tx.formSubmission.findUnique({
      where: { id },
      select: { ...select, requests: { orderBy: newestFirst } },
    }),
  )
  return orNotFound(row).requests.map((request) => toRecord(keys, orNotFound(row), request))
}

/** Asks the applicant for items; one request is open at a time. @throws AppError not_found, conflict */
export function askApplicant(
  services: Needs,
  by: AuditActor,
  { id, items, message }: AskInput,
): Promise<RequestRecord & { link: string | null }> {
  return changeRequests(services, by, id, async (tx, row) => {
    const open = { submissionId: id, state: 'open' } as const
    const now = new Date()
    const expired = { state: 'expired', endedAt: now } as const
    await tx.submissionRequest.updateMany({ where: { ...open, expiresAt: { lte: now } }, data: expired })
    if (await tx.submissionRequest.count({ where: open }))
      throw new AppError('conflict', serverMessages.request.isOpen)
    // A list opens all of them.
    if ((await tx.submissionRequest.count({ where: { submissionId: id } })) >= LIMITS.requestsPerSubmission)
      throw new AppError('conflict', serverMessages.request.tooMany)
    if (row.desk?.status !== 'documents_needed') await moveStatus(tx, by, { id, status: 'documents_needed' })
    await endLinks(tx, row)
    const request = uuidV7()
    const wanted = items.map((item) => ({ wanted: item, state: 'asked' as const, at: null }))
    const created = await tx.submissionRequest.create({
      data: {
        ...{ id: request, submissionId: id, companyId: row.companyId, askedBy: by.actor.name },
        data: sealRequest(services.keys, row, request, { message, items: wanted }),
        expiresAt: applicantLinkExpiry(LIMITS.requestDays),
      },
    })
    await recordAuditIn(tx, {
      ...toEntry(row, by),
      act: 'submission-requested',
      detail: { request, items: items.length },
    })
    const isMailed = findRecipient(openAnswers(services.keys, row)) !== ''
    if (isMailed)
      for (const [reminder, days] of [0, ...LIMITS.requestReminderDays].entries())
        await addJob(
          tx,
          'request-mail',
          { id, request, reminder },
          days > 0 ? applicantLinkExpiry(days) : null,
        )
    const link = isMailed ? null : await makeLink(services, tx, created)
    return { ...toRecord(services.keys, row, created), link }
  })
}

/** Ends the request, its links and its reminders at once. */
export const takeBackRequest = (
  services: Needs,
  by: AuditActor,
  { id, request }: { id: string; request: string },
): Promise<RequestRecord> =>
  changeRequests(services, by, id, async (tx, row) => {
    const where = { id: request, submissionId: id }
    const { state } = orNotFound(await tx.submissionRequest.findUnique({ where }))
    if (state !== 'open') throw new AppError('conflict', serverMessages.request.isOver)
    const data = { state: 'cancelled', endedAt: new Date() } as const
    const ended = await tx.submissionRequest.update({ where, data })
    await endLinks(tx, row)
    await recordAuditIn(tx, { ...toEntry(row, by), act: 'submission-request-cancelled', detail: { request } })
    return toRecord(services.keys, row, ended)
  })

/** A link for staff to pass on. Earlier links stay valid. */
export const makeRequestLink = (
  services: Needs,
  by: AuditActor,
  { id, request }: { id: string; request: string },
): Promise<{ url: string }> =>
  changeRequests(services, by, id, async (tx, row) => {
    const where = { id: request, submissionId: id }
    const found = orNotFound(await tx.submissionRequest.findUnique({ where }))
    if (found.state !== 'open' || found.expiresAt <= new Date())
      throw new AppError('conflict', serverMessages.request.isOver)
    const url = await makeLink(services, tx, found)
    await recordAuditIn(tx, { ...toEntry(row, by), act: 'submission-link-copied', detail: { request } })
    return { url }
  })

type Row = { id: string; companyId: string }
type Request = { submissionId: string; companyId: string; expiresAt: Date }

export async function makeLink(
  { publicUrl }: Pick<Services, 'publicUrl'>,
  tx: Tx,
  { submissionId: formSessionId, companyId, expiresAt }: Request,
): Promise<string> {
  const token = await createApplicantLink(tx, { purpose: 'request', formSessionId, companyId, expiresAt })
  return `${publicUrl}/application#${token}`
}

async function endLinks(tx: Tx, row: Row): Promise<void> {
  await revokeApplicantLinks(tx, row, ['request'], '')
  await removeRequestMails(tx, row.id)
}

const toEntry = ({ id, companyId }: Row, { actor, ip }: AuditActor): Omit<AuditRecord, 'act'> => ({
  ...{ companyId, actor, ip },
  ...{ objectType: 'submission', objectId: id },
})

type Locked = NonNullable<Awaited<ReturnType<typeof readSubmission>>>
const readSubmission = (tx: Tx, id: string) => tx.formSubmission.findUnique({ where: { id }, select })

/** Answering and destroying take the same lock. */
async function changeRequests<Result>(
  { db }: Needs,
  { actor }: AuditActor,
  id: string,
  work: (tx: Tx, row: Locked) => Promise<Result>,
): Promise<Result> {
  orNotFound(
    await withActor(db, actor, (tx) => tx.formSubmission.findUnique({ where: { id }, select: { id: true } })),
  )
  return withSystem(db, 'public-form', async (tx) => {
    await lockRow(tx, 'FormSession', id)
    return work(tx, orNotFound(await readSubmission(tx, id)))
  })
}
