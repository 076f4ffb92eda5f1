import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { findRecipient } from '#domain/request'
import { DEFAULT_LANGUAGE, parseLanguage, type Language } from '#domain/language'
import type { Tx } from '../platform/database/db.ts'
import { isUsedUp, addressKey, throttle } from '../auth/throttle.ts'
import { lockRow } from '../platform/database/lock-row.ts'
import { AppError, orNotFound } from '../errors.ts'
import { mailBudgets } from '../platform/mail/applicant-mail.ts'
import { addJob, removeRequestMails } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'
import { uuidV7 } from '../lib/uuid.ts'
import {
  applicantLinkExpiry,
  createApplicantLink,
  revokeApplicantLinks,
} from '../applicant/applicant-link.ts'
import { recordEvent, type AuditActor, type EventRecord } from '../events/record-event.ts'
import { moveStatus } from '../desk/move-status.ts'
import { openAnswers, sealedSelect } from '../submissions/accept/sealed-submission.ts'
import type { AskInput, RequestRecord } from './request.schema.ts'
import { sealRequest, toRecord } from './sealed-request.ts'
import { verifyReceiptToken } from '../applicant/receipt-token.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'config' | 'publicUrl'>

const select = { ...sealedSelect, signatures: false, desk: { select: { status: true } } } as const
const newestFirst = { createdAt: 'desc' } as const

export async function listRequests(
  { db, keys }: Needs,
  { actor }: AuditActor,
  id: string,
): Promise<RequestRecord[]> {
  const row = await db.as(actor).write((tx) =>
    tx.formSubmission.findUnique({
      where: { id },
      select: { ...select, requests: { orderBy: newestFirst } },
    }),
  )
  return orNotFound(row).requests.map((request) => toRecord(keys, orNotFound(row), request))
}

/**
 * Asks the applicant for items; one request is open at a time. @throws AppError not_found, conflict
 * @param end is done last, in the same transaction
 */
export function askApplicant(
  services: Needs,
  by: AuditActor,
  { id, items, message }: AskInput,
  end?: (tx: Tx) => Promise<void>,
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
    const to = findRecipient(openAnswers(services.keys, row))
    const isMailed = to !== '' && !(await isUsedUp(tx, services, ...mailBudgets.company(to, row.companyId)))
    const created = await tx.submissionRequest.create({
      data: {
        id: request,
        submissionId: id,
        companyId: row.companyId,
        askedBy: by.actor.name,
        data: sealRequest(services.keys, row, request, { message, items: wanted }),
        expiresAt: applicantLinkExpiry(LIMITS.requestDays),
        mailed: isMailed ? null : false,
      },
    })
    await recordEvent(tx, {
      ...toEntry(row, by),
      act: 'submission-requested',
      detail: { request, items: items.length },
    })
    for (const [reminder, days] of [0, ...LIMITS.requestReminderDays].entries())
      if (isMailed || (to !== '' && reminder > 0))
        await addJob(
          tx,
          'request-mail',
          { id, request, reminder },
          days > 0 ? applicantLinkExpiry(days) : null,
        )
    const link = isMailed ? null : await makeLink(services, tx, created)
    await end?.(tx)
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
    await recordEvent(tx, { ...toEntry(row, by), act: 'submission-request-cancelled', detail: { request } })
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
    await recordEvent(tx, { ...toEntry(row, by), act: 'submission-link-copied', detail: { request } })
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

export const toEntry = ({ id, companyId }: Row, { actor, ip }: AuditActor): Omit<EventRecord, 'act'> => ({
  companyId,
  actor,
  ip,
  objectType: 'submission',
  objectId: id,
})

type Locked = NonNullable<Awaited<ReturnType<typeof readSubmission>>>
const readSubmission = (tx: Tx, id: string) => tx.formSubmission.findUnique({ where: { id }, select })

/** Answering and destroying take the same lock. */
export async function changeRequests<Result>(
  { db }: Needs,
  { actor }: AuditActor,
  id: string,
  work: (tx: Tx, row: Locked) => Promise<Result>,
): Promise<Result> {
  orNotFound(
    await db.as(actor).write((tx) => tx.formSubmission.findUnique({ where: { id }, select: { id: true } })),
  )
  return db.system('public-form').write(async (tx) => {
    await lockRow(tx, 'FormSession', id)
    return work(tx, orNotFound(await readSubmission(tx, id)))
  })
}

type Found = { language: Language; isFound: boolean }

/** By the link of a reminder. @param ends ends the reminders of that request, else it is only looked up */
export async function endReminders(
  services: Services,
  token: string,
  ip: string,
  ends: boolean,
): Promise<Found> {
  await throttle(services, 'unsubscribePerAddress', addressKey(ip))
  const id = verifyReceiptToken(services.keys, token, 'unsubscribe')
  if (id === null) return { language: DEFAULT_LANGUAGE, isFound: false }
  return services.db.system('public-form').write(async ({ submissionRequest }) => {
    if (ends) await submissionRequest.updateMany({ where: { id }, data: { reminders: false } })
    const submission = { select: { language: true } } as const
    const row = await submissionRequest.findUnique({ where: { id }, select: { submission } })
    return { language: parseLanguage(row?.submission.language) ?? DEFAULT_LANGUAGE, isFound: row !== null }
  })
}
