import { STATEMENT_TYPE } from '#domain/files'
import { serverMessages } from '#domain/messages/server'
import { reachesAllCompanies } from '#domain/permissions'
import type { Actor } from '../auth/actor.ts'
import { requireOfKey } from '../auth/guards.ts'
import { AppError, fieldError } from '../errors.ts'
import { removeFiles } from '../platform/files/remove-files.ts'
import { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'
import { requireSameCompany } from '../form-sessions/same-company.ts'
import { toVisibleForm } from '../form-sessions/form-link.ts'
import { findSession, type FormSession } from '../form-sessions/form-session.service.ts'
import type { UploadShare } from './upload-quota.ts'
import type { SetStatementMonthInput } from './document.schema.ts'
import { findStored, uploadedFile, uploadedFileSelect, type UploadedFile } from './uploaded-file.ts'

/** `stored`: the session has this file already. */
export type UploadTarget =
  | { session: FormSession; stored: UploadedFile | null }
  | { companyId: string; actor: Actor; stored: null; heldBy?: string }

/**
 * Finds where the file belongs and claims its share.
 * @param companyId must agree with the session's; '' is none
 * @param clientFileId identifies a repeated upload within a session
 */
export async function uploadTarget(
  services: Services,
  share: UploadShare,
  {
    token,
    actor,
    companyId,
    clientFileId,
  }: { token: string | null; actor: Actor | null; companyId: string; clientFileId: string | null },
): Promise<UploadTarget> {
  if (token)
    return sessionTarget(services, share, await findSession(services, token), companyId, clientFileId)
  if (actor) return companyTarget(services, share, actor, companyId)
  throw new AppError('invalid_input', ({ upload }) => upload.sessionNeeded)
}

async function sessionTarget(
  services: Services,
  share: UploadShare,
  session: FormSession,
  companyId: string,
  clientFileId: string | null,
): Promise<UploadTarget> {
  const { id, link, row } = session
  requireSameCompany(companyId, link.companyId)
  const refusal = findRefusal(session)
  if (refusal === null) {
    const company = { id: link.companyId, isApplicants: true }
    const isStored = await share.claim({
      triesOf: id,
      company,
      ...(row && { session: { id, clientFileId } }),
    })
    if (!isStored) return { session, stored: null }
  }
  // Repeats the answer for a client that lost it.
  const stored = row && (await findStored(services, id, clientFileId))
  if (stored) return { session, stored }
  throw refusal ?? new AppError('unavailable')
}

function findRefusal({ link, row }: FormSession): AppError | null {
  if (!toVisibleForm(link).uploads) return new AppError('invalid_input', ({ upload }) => upload.notAsked)
  return row?.submittedAt ? new AppError('conflict', ({ upload }) => upload.closed) : null
}

async function companyTarget(
  services: Services,
  share: UploadShare,
  actor: Actor,
  companyId: string,
): Promise<UploadTarget> {
  requireOfKey(actor, 'submission.update')
  return ownTarget(services, share, actor, companyId)
}

/** Of a file that waits for the application which its sender makes next. */
export const heldTarget = async (
  services: Services,
  share: UploadShare,
  actor: Actor,
  companyId: string,
): Promise<UploadTarget> => ({
  ...(await ownTarget(services, share, actor, companyId)),
  heldBy: holderOf(actor),
})

/** An upload is used by the key that sent it, or by the user. */
export const holderOf = ({ apiKey, userId }: Actor): string => apiKey?.id ?? userId

async function ownTarget(services: Services, share: UploadShare, actor: Actor, companyId: string) {
  const target = companyId || actor.companyId
  if (!target) throw fieldError('companyId', serverMessages.upload.companyNeeded)
  if (!reachesAllCompanies(actor)) requireSameCompany(target, actor.companyId)
  if (target !== actor.companyId) await requireCompany(services, actor, target)
  const triesOf = actor.apiKey ? null : actor.userId
  await share.claim({ triesOf, company: { id: target, isApplicants: false } })
  return { companyId: target, actor, stored: null }
}

async function requireCompany({ db }: Services, actor: Actor, id: string): Promise<void> {
  const found = Prisma.sql`SELECT 1 FROM "Company" WHERE "id" = ${id}`
  if ((await db.as(actor).query('company-exists', found)).length === 0) throw new AppError('not_found')
}

/** @param id the server's id, or the client file id if the upload was cut before the response */
export async function removeUpload(
  services: Services,
  token: string | null,
  id: string,
): Promise<UploadedFile> {
  const removed = await withOpenUpload(services, token, id, async (tx, row) => {
    const copies = await tx.document.findMany({
      where: { unlockedFrom: row.id },
      select: { storedAs: true },
    })
    await tx.document.delete({ where: { id: row.id } })
    return { ...row, files: [row, ...copies].map(({ storedAs }) => storedAs) }
  })
  await removeFiles(services, removed.files)
  return uploadedFile(services, removed)
}

export async function setStatementMonth(
  services: Services,
  token: string | null,
  { id, statementMonth, documentType: sent }: SetStatementMonthInput,
): Promise<UploadedFile> {
  const documentType = sent ?? (statementMonth ? STATEMENT_TYPE : undefined)
  const data = { statementMonth, ...(documentType && { documentType, suggested: false }) }
  const row = await withOpenUpload(services, token, id, async (tx, row) => {
    await tx.document.updateMany({ where: { OR: [{ id: row.id }, { unlockedFrom: row.id }] }, data })
    return { ...row, ...data }
  })
  return uploadedFile(services, row)
}

export async function withOpenUpload<Result>(
  services: Services,
  token: string | null,
  id: string,
  work: (tx: Prisma.TransactionClient, row: OpenUpload) => Promise<Result>,
): Promise<Result> {
  if (!token) throw new AppError('invalid_input', ({ upload }) => upload.sessionNeeded)
  const session = await findSession(services, token)
  return services.db.system('public-form').write(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "FormSession" WHERE "id" = ${session.id} FOR UPDATE`
    const row = await tx.document.findFirst({
      where: {
        formSessionId: session.id,
        unlockedFrom: null,
        OR: [{ id }, { clientFileId: id.toLowerCase() }],
      },
      select: openUploadSelect,
    })
    if (!row) throw new AppError('not_found')
    if (row.formSession?.submittedAt) throw new AppError('conflict', ({ upload }) => upload.closed)
    return work(tx, row)
  })
}

export const openUploadSelect = {
  ...uploadedFileSelect,
  storedAs: true,
  formSession: { select: { id: true, wrappedKey: true, submittedAt: true } },
} as const

export type OpenUpload = Prisma.DocumentGetPayload<{ select: typeof openUploadSelect }>
