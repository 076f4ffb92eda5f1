import type { Description } from '#domain/document-type'
import { LIMITS } from '#domain/limits'
import type { Actor } from '../auth/actor.ts'
import { columnContext, formSessionKeyContext } from '../platform/crypto/contexts.ts'
import { sealBytes } from '../platform/crypto/seal.ts'
import { AppError } from '../errors.ts'
import type { ReceivedFile } from '../platform/files/receive-upload.ts'
import { Prisma } from '../generated/client.ts'
import { withKeyedMutex } from '../lib/keyed-mutex.ts'
import type { Services } from '../services.ts'
import { findFormLink } from '../form-sessions/form-link.ts'
import type { FormSession } from '../form-sessions/form-session.service.ts'
import { alreadyReceived, extendSession } from '../form-sessions/with-open-session.ts'
import { sealForCompany, sealForSession } from './document-key.ts'
import { sealName } from './document-name.ts'
import { refuseWhenFull } from './upload-quota.ts'
import { findStored, toUploadedFile, type UploadedFile } from './uploaded-file.ts'

export type ArrivedFile = ReceivedFile & Description & { clientFileId: string | null; suggested: boolean }
type Place = { session: FormSession } | { companyId: string; actor: Actor; heldBy?: string }
export type Added = { createdAt: Date }

/** Another request may create the session's row under another key in between. */
const ATTEMPTS = 3

/** Returns another id when a concurrent request stored the same file first; the caller then removes this file. */
export const addDocument = (services: Services, place: Place, file: ArrivedFile): Promise<UploadedFile> =>
  'session' in place ? addToSession(services, place.session, file) : addToCompany(services, place, file)

async function addToCompany(
  services: Services,
  { companyId, actor, heldBy }: { companyId: string; actor: Actor; heldBy?: string },
  arrived: ArrivedFile,
): Promise<UploadedFile> {
  const file = { ...arrived, clientFileId: null }
  const wrappedKey = sealForCompany(services.keys, { id: file.id, companyId }, file.key)
  const owner = { companyId, formSessionId: null, uploadedById: actor.userId, addedBy: null, heldBy }
  const insert = insertDocument(file, owner, wrappedKey)
  const company = Prisma.sql`${insert} FROM "Company" WHERE "id" = ${companyId} RETURNING "createdAt"`
  const [added] = await services.db.as(actor).query<Added>('add-company-document', company)
  if (!added) throw new AppError('not_found')
  return toResponse(file, added)
}

async function addToSession(
  services: Services,
  session: FormSession,
  file: ArrivedFile,
): Promise<UploadedFile> {
  let { row } = session
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const [added] = await withKeyedMutex(session.id, () => insertUnder(services, { ...session, row }, file))
    if (added) return toResponse(file, added)
    const stored = await findStored(services, session.id, file.clientFileId)
    if (stored) return stored
    row = await findOpenRow(services, session)
  }
  throw new AppError('unavailable')
}

/**
 * One statement, which inserts nothing if the session is closed, full, has the file or is under another key. The
 * session's lock makes concurrent files count one after another.
 */
function insertUnder(services: Services, session: FormSession, file: ArrivedFile): Promise<Added[]> {
  const { id, link, row } = session
  const { companyId } = link
  const context = formSessionKeyContext(id, companyId)
  const dataKey = row
    ? { key: services.keys.unwrap(row.wrappedKey, context), wrapped: row.wrappedKey }
    : services.keys.newDataKey(context)
  const wrappedKey = sealForSession(dataKey.key, { id: file.id, companyId }, file.key)
  const owner = { companyId, formSessionId: id, uploadedById: null, addedBy: null }
  return services.db.system('public-form').query<Added>(
    row ? 'add-document' : 'add-first-document',
    Prisma.sql`
      WITH session AS (${extendSession(services, session, dataKey.wrapped)})
      ${insertDocument(file, owner, wrappedKey)} FROM session
        WHERE session."wrappedKey" = ${dataKey.wrapped} AND intake_count_files(session."id") < ${LIMITS.maxFiles}
      ON CONFLICT ("formSessionId", "clientFileId") DO NOTHING
      RETURNING "createdAt"`,
  )
}

async function findOpenRow(services: Services, { id, link }: FormSession) {
  const { session } = (await findFormLink(services, { linkId: link.id, sessionId: id })) ?? {}
  if (session?.submittedAt) throw alreadyReceived(session.submittedAt)
  if (!session || session.expiresAt.getTime() <= Date.now()) throw new AppError('session_expired')
  const where = { formSessionId: id }
  refuseWhenFull(await services.db.system('public-form').read((client) => client.document.count({ where })))
  return session
}

type Owner = { companyId: string; heldBy?: string | undefined } & Record<
  'formSessionId' | 'uploadedById' | 'addedBy',
  string | null
>

export const insertDocument = (
  file: ArrivedFile,
  owner: Owner,
  wrappedKey: Uint8Array,
): Prisma.Sql => Prisma.sql`
  INSERT INTO "Document" ("id", "companyId", "formSessionId", "uploadedById", "filename", "documentType", "fileType",
    "fileSize", "storedAs", "wrappedKey", "clientFileId",
    "statementMonth", "suggested", "addedBy", "heldBy", "digest", "originalDigest")
  SELECT ${file.id}::text, ${owner.companyId}::text, ${owner.formSessionId}::text, ${owner.uploadedById}::text,
    ${sealName(file.key, { id: file.id, companyId: owner.companyId }, file.name).filename}::bytea,
    ${file.documentType}::text, ${file.type}::text, ${file.size}::int, ${file.storedAs}::text, ${wrappedKey}::bytea,
    ${file.clientFileId}::text, ${file.statementMonth}::text,
    ${file.suggested}::boolean, ${owner.addedBy}::text, ${owner.heldBy ?? null}::text,
    ${sealDigest(file, owner, 'digest')}::bytea, ${sealDigest(file, owner, 'originalDigest')}::bytea`

function sealDigest(file: ArrivedFile, { companyId }: Owner, column: 'digest' | 'originalDigest') {
  const { [column]: digest } = file
  return digest && sealBytes(file.key, digest, columnContext('Document', column, file.id, companyId))
}

export const toResponse = ({ name, size, type, ...file }: ArrivedFile, { createdAt }: Added): UploadedFile =>
  toUploadedFile({ ...file, fileSize: size, fileType: type, createdAt }, name)
