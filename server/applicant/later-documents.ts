import { parseApplicantSettings } from '#domain/applicant-settings'
import { LIMITS } from '#domain/limits'
import type { Actor } from '../auth/actor.ts'
import type { Tx } from '../platform/database/db.ts'
import { formSessionKeyContext } from '../platform/crypto/contexts.ts'
import { lockRow } from '../platform/database/lock-row.ts'
import { AppError, orNotFound } from '../errors.ts'
import { notifyAddresses } from '../platform/mail/mails.ts'
import { addJob } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'
import { recordEvent } from '../events/record-event.ts'
import { insertDocument, toResponse, type Added, type ArrivedFile } from '../documents/add-document.ts'
import { sealForSession } from '../documents/document-key.ts'
import { refuseWhenFull, type LaterFiles, type UploadShare } from '../documents/upload-quota.ts'
import { findStored, type UploadedFile } from '../documents/uploaded-file.ts'
import { openUploadSelect, type OpenUpload } from '../documents/upload.service.ts'
import { queueStatements } from '../statements/queue-statements.ts'
import { findApplicantLink } from './applicant-link.ts'
import { PAGE_PURPOSES } from './application.schema.ts'

/** A submitted application that takes more documents. `actor`: null for the applicant. */
export type OpenApplication = { id: string; companyId: string; later: LaterFiles; actor: Actor | null }
export type ApplicationTarget = { application: OpenApplication; stored: UploadedFile | null }

/** Without copies of locked ones. */
const filesOf = (formSessionId: string) => ({ formSessionId, unlockedFrom: null })

export const canAddDocument = (documents: readonly { later: boolean }[]): boolean =>
  documents.filter(({ later }) => later).length < LIMITS.laterFiles

export async function applicationTarget(
  services: Services,
  share: UploadShare,
  token: string,
  clientFileId: string | null,
): Promise<ApplicationTarget> {
  const link = await findApplicantLink(services, token, PAGE_PURPOSES)
  const { formSessionId: id, companyId, purpose } = link
  const others = await services.db.system('public-form').read(async (client) => {
    const company = { select: { applicantSettings: true } }
    const row = await client.formSubmission.findUnique({
      where: { id },
      select: { createdAt: true, company, requests: { where: { state: 'open' } } },
    })
    if (!row) throw new AppError('link_ended')
    const [request] = row.requests
    const isAsked = purpose === 'request' && request !== undefined
    if (!isAsked && !parseApplicantSettings(row.company.applicantSettings).addDocuments)
      throw new AppError('invalid_input', ({ upload }) => upload.notAsked)
    // A request makes room anew.
    const from = request?.createdAt ?? row.createdAt
    const isOther = [{ createdAt: { lte: from } }, { addedBy: { not: null } }]
    return client.document.count({ where: { ...filesOf(id), OR: isOther } })
  })
  const application = { id, companyId, actor: null, later: { others, byStaff: false } }
  return claimFor(services, share, application, clientFileId)
}

export async function submissionTarget(
  services: Services,
  share: UploadShare,
  actor: Actor,
  id: string,
  clientFileId: string | null,
): Promise<ApplicationTarget> {
  const application = await services.db.as(actor).write(async (tx) => {
    const find = { where: { id }, select: { companyId: true } }
    const { companyId } = orNotFound(await tx.formSubmission.findUnique(find))
    const others = await tx.document.count({ where: { ...filesOf(id), addedBy: null } })
    return { id, companyId, actor, later: { others, byStaff: true } }
  })
  return claimFor(services, share, application, clientFileId)
}

async function claimFor(
  services: Services,
  share: UploadShare,
  application: OpenApplication,
  clientFileId: string | null,
): Promise<ApplicationTarget> {
  const { id, companyId, actor, later } = application
  const isStored = await share.claim({
    triesOf: actor?.apiKey ? null : (actor?.userId ?? id),
    company: { id: companyId, isApplicants: actor === null },
    session: { id, clientFileId, later },
  })
  return { application, stored: isStored ? await findStored(services, id, clientFileId) : null }
}

/** Returns another id when a concurrent request stored the same file first. */
export async function addLaterDocument(
  services: Services,
  { id, companyId, later, actor }: OpenApplication,
  file: ArrivedFile,
  ip: string,
): Promise<UploadedFile> {
  const added = await services.db.system('public-form').write(async (tx) => {
    const dataKey = await lockSession(services, tx, id, companyId)
    refuseWhenFull(await tx.document.count({ where: filesOf(id) }), later)
    const owner = {
      companyId,
      formSessionId: id,
      uploadedById: actor?.userId ?? null,
      addedBy: actor && actor.name,
    }
    const wrappedKey = sealForSession(dataKey, { id: file.id, companyId }, file.key)
    const [row] = await tx.$queryRaw<Added[]>`
      ${insertDocument(file, owner, wrappedKey)}
      ON CONFLICT ("formSessionId", "clientFileId") DO NOTHING RETURNING "createdAt"`
    if (!row) return null
    await recordEvent(tx, {
      companyId,
      actor,
      act: 'document-added',
      objectType: 'document',
      objectId: file.id,
      ip,
      detail: { submission: id },
    })
    await addJob(tx, 'register-submission', { id })
    await queueStatements(tx, id)
    if (actor) return row
    const find = { where: { id: companyId }, select: { notifyEmails: true } }
    const { notifyEmails } = await tx.company.findUniqueOrThrow(find)
    for (const to of notifyAddresses(notifyEmails)) await addJob(tx, 'notify-of-documents', { id, to })
    return row
  })
  if (added) return toResponse(file, added)
  const stored = await findStored(services, id, file.clientFileId)
  if (!stored) throw new AppError('unavailable')
  return stored
}

/**
 * A file that the applicant added after the submit. The link of a request reaches only files that came after the request,
 * also once the last of them has answered it, as a locked one is opened after that.
 */
export async function withLaterUpload<Result>(
  services: Services,
  { token, id }: { token: string; id: string },
  work: (tx: Tx, row: OpenUpload) => Promise<Result>,
): Promise<Result> {
  const link = await findApplicantLink(services, token, PAGE_PURPOSES, { answered: true })
  const { formSessionId, purpose } = link
  return services.db.system('public-form').write(async (tx) => {
    await lockRow(tx, 'FormSession', formSessionId)
    const latest = { orderBy: { createdAt: 'desc' }, take: 1, select: { createdAt: true } } as const
    const select = { createdAt: true, requests: latest }
    const submission = await tx.formSubmission.findUnique({ where: { id: formSessionId }, select })
    const since = purpose === 'request' ? submission?.requests[0] : submission
    if (!since) throw new AppError('link_ended')
    const where = { id, ...filesOf(formSessionId), addedBy: null, createdAt: { gt: since.createdAt } }
    return work(tx, orNotFound(await tx.document.findFirst({ where, select: openUploadSelect })))
  })
}

/** Files are counted one after another, and none is added while the submission is destroyed. */
async function lockSession(
  { keys }: Pick<Services, 'keys'>,
  tx: Tx,
  id: string,
  companyId: string,
): Promise<Buffer> {
  const [session] = await tx.$queryRaw<{ wrappedKey: Uint8Array }[]>`
    SELECT "wrappedKey" FROM "FormSession" WHERE "id" = ${id} AND "submittedAt" IS NOT NULL FOR UPDATE`
  if (!session) throw new AppError('link_ended')
  return keys.unwrap(session.wrappedKey, formSessionKeyContext(id, companyId))
}
