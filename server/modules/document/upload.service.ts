import { STATEMENT_TYPE } from '#domain/files'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { reachesAllCompanies } from '#domain/permissions'
import { asSystem, withActor, withSystem, type Actor, type Tx } from '../../auth/actor.ts'
import { throttle } from '../../auth/throttle.ts'
import { formSessionKeyContext } from '../../crypto/contexts.ts'
import { AppError } from '../../errors.ts'
import type { ReceivedFile } from '../../files/receive-upload.ts'
import type { Services } from '../../services.ts'
import { checkClaimedCompany } from '../form-session/claimed-company.ts'
import { formOf } from '../form-session/form-link.ts'
import { sessionOf, type FormSession } from '../form-session/form-session.service.ts'
import { SESSION_MS } from '../form-session/token.ts'
import { sealForCompany, sealForSession } from './document-key.ts'
import { uploadedFile, uploadedFileSelect, type UploadedFile } from './uploaded-file.ts'

/** Where a file is to go: under an applicant's session, or to a company by somebody who is signed in. */
export type UploadTarget = { session: FormSession } | { companyId: string; actor: Actor }

/**
 * @param token the form session's, which counts before the sign-in
 * @param companyId as the client has it; must agree, '' is none
 * @throws AppError session_expired, invalid_input, conflict, forbidden, not_found, too_many_requests
 */
export async function uploadTarget(
  services: Services,
  { token, actor, companyId }: { token: string | null; actor: Actor | null; companyId: string },
): Promise<UploadTarget> {
  if (token) return sessionTarget(services, await sessionOf(services, token), companyId)
  if (actor) return companyTarget(services, actor, companyId)
  throw new AppError('invalid_input', serverMessages.upload.sessionNeeded)
}

async function sessionTarget(
  services: Services,
  session: FormSession,
  companyId: string,
): Promise<UploadTarget> {
  const { link, row } = session
  checkClaimedCompany(companyId, link.companyId)
  if (!formOf(link).uploads) throw new AppError('invalid_input', serverMessages.upload.notAsked)
  if (row?.submittedAt) throw new AppError('conflict', serverMessages.upload.closed)
  await throttle(services, 'uploadPerSession', session.id)
  // Counted again under a lock below; this spares sending a file that cannot be taken.
  if (row) await asSystem(services.db, 'public-form', (client) => refuseWhenFull(client, session.id))
  return { session }
}

async function companyTarget(services: Services, actor: Actor, companyId: string): Promise<UploadTarget> {
  const target = companyId || actor.companyId
  if (!target) throw new AppError('invalid_input', serverMessages.upload.companyNeeded)
  if (!reachesAllCompanies(actor)) checkClaimedCompany(target, actor.companyId)
  const company = await withActor(services.db, actor, (tx) =>
    tx.company.findUnique({ where: { id: target }, select: { id: true } }),
  )
  if (!company) throw new AppError('not_found')
  await throttle(services, 'uploadPerSession', actor.userId)
  return { companyId: target, actor }
}

/**
 * The row of a stored file. If this throws, the file is the caller's to remove.
 *
 * @throws AppError session_expired, conflict when the session is closed or full
 */
export async function addDocument(
  services: Services,
  target: UploadTarget,
  file: ReceivedFile,
): Promise<UploadedFile> {
  const row = {
    id: file.id,
    originalFilename: file.name,
    documentType: STATEMENT_TYPE,
    fileType: file.type,
    fileSize: file.size,
    storedAs: file.storedAs,
  }
  if (!('session' in target)) {
    const { companyId, actor } = target
    const wrappedKey = sealForCompany(services.keys, { id: file.id, companyId }, file.key)
    const data = { ...row, companyId, wrappedKey, uploadedById: actor.userId }
    return uploadedFile(
      await withActor(services.db, actor, (tx) => tx.document.create({ data, select: uploadedFileSelect })),
    )
  }
  const { session } = target
  const { companyId } = session.link
  return withSystem(services.db, 'public-form', async (tx) => {
    const sessionKey = await keepOpen(services, tx, session)
    await refuseWhenFull(tx, session.id)
    const wrappedKey = sealForSession(sessionKey, { id: file.id, companyId }, file.key)
    const data = { ...row, companyId, wrappedKey, formSessionId: session.id }
    return uploadedFile(await tx.document.create({ data, select: uploadedFileSelect }))
  })
}

/**
 * Makes the session's row or extends its time, and holds its lock until the transaction ends, so that files are counted
 * one after another and never added to what is being submitted. Answers the session's data key.
 */
async function keepOpen(services: Services, tx: Tx, { id, link }: FormSession): Promise<Buffer> {
  const context = formSessionKeyContext(id, link.companyId)
  const fresh = services.keys.newDataKey(context)
  const expiresAt = new Date(Date.now() + SESSION_MS)
  const [open] = await tx.$queryRaw<{ wrappedKey: Uint8Array }[]>`
    INSERT INTO "FormSession" AS present ("id", "linkId", "companyId", "wrappedKey", "expiresAt")
    VALUES (${id}, ${link.id}, ${link.companyId}, ${fresh.wrapped}, ${expiresAt})
    ON CONFLICT ("id") DO UPDATE SET "expiresAt" = excluded."expiresAt", "updatedAt" = now()
      WHERE present."submittedAt" IS NULL AND present."expiresAt" > now()
    RETURNING "wrappedKey"`
  if (open) return services.keys.unwrap(open.wrappedKey, context)
  const present = await tx.formSession.findUnique({ where: { id }, select: { submittedAt: true } })
  throw present?.submittedAt
    ? new AppError('conflict', serverMessages.upload.closed)
    : new AppError('session_expired')
}

/**
 * Takes a file back before the submit: row and content are gone, and it no longer counts.
 *
 * @throws AppError session_expired, not_found, conflict once the application was submitted
 */
export async function removeUpload(
  services: Services,
  token: string | null,
  id: string,
): Promise<UploadedFile> {
  if (!token) throw new AppError('invalid_input', serverMessages.upload.sessionNeeded)
  const session = await sessionOf(services, token)
  const removed = await withSystem(services.db, 'public-form', async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "FormSession" WHERE "id" = ${session.id} FOR UPDATE`
    const row = await tx.document.findUnique({
      where: { id, formSessionId: session.id },
      select: { ...uploadedFileSelect, storedAs: true, formSession: { select: { submittedAt: true } } },
    })
    if (!row) throw new AppError('not_found')
    if (row.formSession?.submittedAt) throw new AppError('conflict', serverMessages.upload.closed)
    await tx.document.delete({ where: { id } })
    return row
  })
  await services.storage.remove(removed.storedAs)
  return uploadedFile(removed)
}

async function refuseWhenFull(tx: Tx, formSessionId: string): Promise<void> {
  const present = await tx.document.count({ where: { formSessionId } })
  if (present >= LIMITS.maxFiles) throw new AppError('conflict', serverMessages.upload.full(LIMITS.maxFiles))
}
