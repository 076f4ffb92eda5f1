import { STATEMENT_TYPE } from '#domain/files'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { reachesAllCompanies } from '#domain/permissions'
import { asSystem, withActor, withSystem, type Actor } from '../../auth/actor.ts'
import { throttle } from '../../auth/throttle.ts'
import { AppError, orNotFound } from '../../errors.ts'
import type { ReceivedFile } from '../../files/receive-upload.ts'
import { removeFiles } from '../../files/remove-files.ts'
import type { Services } from '../../services.ts'
import { requireSameCompany } from '../form-session/same-company.ts'
import { toVisibleForm } from '../form-session/form-link.ts'
import { findSession, type FormSession } from '../form-session/form-session.service.ts'
import { withOpenSession } from '../form-session/with-open-session.ts'
import { sealForCompany, sealForSession } from './document-key.ts'
import { sealName } from './document-name.ts'
import { uploadedFile, uploadedFileSelect, type UploadedFile, type UploadedFileRow } from './uploaded-file.ts'

/** `stored`: the session has this file already. */
export type UploadTarget =
  { session: FormSession; stored: UploadedFile | null } | { companyId: string; actor: Actor; stored: null }

/**
 * @param companyId must agree with the session's; '' is none
 * @param clientFileId identifies a repeated upload within a session
 */
export async function uploadTarget(
  services: Services,
  {
    token,
    actor,
    companyId,
    clientFileId,
  }: { token: string | null; actor: Actor | null; companyId: string; clientFileId: string | null },
): Promise<UploadTarget> {
  if (token) return sessionTarget(services, await findSession(services, token), companyId, clientFileId)
  if (actor) return companyTarget(services, actor, companyId)
  throw new AppError('invalid_input', ({ upload }) => upload.sessionNeeded)
}

async function sessionTarget(
  services: Services,
  session: FormSession,
  companyId: string,
  clientFileId: string | null,
): Promise<UploadTarget> {
  const { link, row } = session
  requireSameCompany(companyId, link.companyId)
  const present = row
    ? await asSystem(services.db, 'public-form', (client) =>
        client.document.findMany({ where: { formSessionId: session.id }, select: uploadedFileSelect }),
      )
    : []
  const stored = sameFile(present, clientFileId)
  // Repeats the answer for a client that lost it.
  if (stored) return { session, stored: uploadedFile(services, stored) }
  if (!toVisibleForm(link).uploads) throw new AppError('invalid_input', ({ upload }) => upload.notAsked)
  if (row?.submittedAt) throw new AppError('conflict', ({ upload }) => upload.closed)
  await throttle(services, 'uploadPerSession', session.id)
  // Counted again under a lock below; this avoids receiving a file that cannot be stored.
  refuseWhenFull(present.length)
  return { session, stored: null }
}

async function companyTarget(services: Services, actor: Actor, companyId: string): Promise<UploadTarget> {
  const target = companyId || actor.companyId
  if (!target) throw new AppError('invalid_input', serverMessages.upload.companyNeeded)
  if (!reachesAllCompanies(actor)) requireSameCompany(target, actor.companyId)
  const find = { where: { id: target }, select: { id: true } }
  orNotFound(await withActor(services.db, actor, (tx) => tx.company.findUnique(find)))
  await throttle(services, 'uploadPerSession', actor.userId)
  return { companyId: target, actor, stored: null }
}

type ArrivedFile = ReceivedFile & { clientFileId: string | null; uploadedFrom: string }

/**
 * Returns another id when a concurrent request stored the same file first; the caller then removes this
 * file.
 */
export async function addDocument(
  services: Services,
  target: UploadTarget,
  { clientFileId, uploadedFrom, ...file }: ArrivedFile,
): Promise<UploadedFile> {
  const row = {
    uploadedFrom,
    id: file.id,
    documentType: STATEMENT_TYPE,
    fileType: file.type,
    fileSize: file.size,
    storedAs: file.storedAs,
  }
  if (!('session' in target)) {
    const { companyId, actor } = target
    const wrappedKey = sealForCompany(services.keys, { id: file.id, companyId }, file.key)
    const named = sealName(file.key, { id: file.id, companyId }, file.name)
    const data = { ...row, ...named, companyId, wrappedKey, uploadedById: actor.userId }
    return uploadedFile(
      services,
      await withActor(services.db, actor, (tx) => tx.document.create({ data, select: uploadedFileSelect })),
    )
  }
  const { session } = target
  const { companyId } = session.link
  return withOpenSession(services, session, async (tx, sessionKey) => {
    const where = { formSessionId: session.id }
    const present = await tx.document.findMany({ where, select: uploadedFileSelect })
    const stored = sameFile(present, clientFileId)
    if (stored) return uploadedFile(services, stored)
    refuseWhenFull(present.length)
    const wrappedKey = sealForSession(sessionKey, { id: file.id, companyId }, file.key)
    const named = sealName(file.key, { id: file.id, companyId }, file.name)
    const data = { ...row, ...named, ...where, companyId, wrappedKey, clientFileId }
    return uploadedFile(services, await tx.document.create({ data, select: uploadedFileSelect }))
  })
}

/** @param id the server's id, or the client file id if the upload was cut before the response */
export async function removeUpload(
  services: Services,
  token: string | null,
  id: string,
): Promise<UploadedFile> {
  if (!token) throw new AppError('invalid_input', ({ upload }) => upload.sessionNeeded)
  const session = await findSession(services, token)
  const removed = await withSystem(services.db, 'public-form', async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "FormSession" WHERE "id" = ${session.id} FOR UPDATE`
    const row = await tx.document.findFirst({
      where: { formSessionId: session.id, OR: [{ id }, { clientFileId: id.toLowerCase() }] },
      select: {
        ...uploadedFileSelect,
        storedAs: true,
        formSession: { select: { id: true, wrappedKey: true, submittedAt: true } },
      },
    })
    if (!row) throw new AppError('not_found')
    if (row.formSession?.submittedAt) throw new AppError('conflict', ({ upload }) => upload.closed)
    await tx.document.delete({ where: { id: row.id } })
    return row
  })
  await removeFiles(services, [removed.storedAs])
  return uploadedFile(services, removed)
}

const sameFile = (present: UploadedFileRow[], clientFileId: string | null): UploadedFileRow | undefined =>
  clientFileId === null ? undefined : present.find((row) => row.clientFileId === clientFileId)

function refuseWhenFull(present: number): void {
  if (present >= LIMITS.maxFiles) throw new AppError('conflict', ({ upload }) => upload.full(LIMITS.maxFiles))
}
