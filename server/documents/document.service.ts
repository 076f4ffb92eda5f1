import type { Readable } from 'node:stream'
import { toDocumentType } from '#domain/document-type'
import type { Actor } from '../auth/actor.ts'
import { AppError, orNotFound } from '../errors.ts'
import { lockRow } from '../platform/database/lock-row.ts'
import { requireIntact } from '../platform/files/require-intact.ts'
import { openEncrypted } from '../platform/files/stored-file.ts'
import type { Services } from '../services.ts'
import { recordAction, type AuditActor, recordEvent } from '../events/record-event.ts'
import { recordListing, type Reading } from '../events/audit/record-reading.ts'
import { queueStatements } from '../statements/queue-statements.ts'
import { documentFile } from './document-key.ts'
import { documentName } from './document-name.ts'
import type { DocumentRecord, Described, DescribeInput } from './document.schema.ts'
import { uploadedFileListing, uploadedFileSelect, type UploadedFileRow } from './uploaded-file.ts'
import { addJob } from '../platform/queue/add-job.ts'

export async function documentsOfSubmission(
  services: Services,
  by: AuditActor,
  submissionId: string,
): Promise<DocumentRecord[]> {
  const { companyId, createdAt, rows } = await services.db.as(by.actor).write(async (tx) => {
    const find = { where: { id: submissionId }, select: { companyId: true, createdAt: true } }
    const submission = orNotFound(await tx.formSubmission.findUnique(find))
    const where = { formSessionId: submissionId }
    return { ...submission, rows: await tx.document.findMany({ where, ...uploadedFileListing }) }
  })
  // The submission's own history already shows who opened it.
  const about = { objectType: 'document', detail: { submission: submissionId } } as const
  await recordFileNames(services, by, companyId, about, rows)
  return rows.map((row) => ({ ...record(services, row), later: row.createdAt > createdAt }))
}

/** Files of the company itself, without any that an applicant attached. */
export async function documentsOfCompany(
  services: Services,
  by: AuditActor,
  companyId: string,
): Promise<DocumentRecord[]> {
  const rows = await services.db.as(by.actor).write(async (tx) => {
    orNotFound(await tx.company.findUnique({ where: { id: companyId }, select: { id: true } }))
    return tx.document.findMany({
      where: { companyId, formSessionId: null, heldBy: null },
      ...uploadedFileListing,
    })
  })
  await recordFileNames(services, by, companyId, { objectType: 'company', objectId: companyId }, rows)
  return rows.map((row) => record(services, row))
}

/** File names may identify an applicant. */
const recordFileNames = (
  services: Services,
  by: AuditActor,
  companyId: string,
  about: Pick<Reading, 'objectType' | 'objectId' | 'detail'>,
  rows: object[],
) =>
  recordListing(services, by, {
    act: 'documents-listed',
    ...about,
    rows: new Map([[companyId, rows.length]]),
    query: about,
  })

type OpenDocument = { name: string; type: string; size: number; content: Readable }

/** Decrypts and checks the whole file before sending its first byte. Drafts' files stay hidden until the submit. */
export async function openDocument(
  services: Services,
  actor: Actor,
  id: string,
  request: { ip: string; download: boolean },
): Promise<OpenDocument> {
  const { row, content } = await requireIntact(services, { document: id, submission: null }, () =>
    rowAndContent(services, actor, id),
  )
  try {
    const by = { actor, ip: request.ip }
    const document = { companyId: row.companyId, objectType: 'document', objectId: row.id }
    const detail = { submission: row.formSession?.id ?? null, download: request.download }
    await recordAction(services, by, 'document-viewed', document, detail)
  } catch (error) {
    content.destroy()
    throw error
  }
  return { name: documentName(services, row), type: row.fileType, size: row.fileSize, content }
}

async function rowAndContent({ db, keys, storage }: Services, actor: Actor, id: string) {
  const row = await db.as(actor).write((tx) =>
    tx.document.findUnique({
      where: { id },
      select: {
        ...uploadedFileSelect,
        storedAs: true,
        heldBy: true,
        formSession: { select: { id: true, wrappedKey: true, submittedAt: true } },
      },
    }),
  )
  if (!row || row.heldBy !== null || (row.formSession && !row.formSession.submittedAt))
    throw new AppError('not_found')
  return { row, content: await openEncrypted(storage, documentFile(keys, row)) }
}

const record = (services: Services, row: UploadedFileRow): DocumentRecord => ({
  id: row.id,
  originalFilename: documentName(services, row),
  documentType: toDocumentType(row.documentType),
  fileType: row.fileType,
  fileSize: row.fileSize,
  statementMonth: row.statementMonth,
  suggested: row.suggested,
  addedBy: row.addedBy,
  createdAt: row.createdAt.toISOString(),
  later: false,
})

/** Staff don't write applicants' rows, so the system changes the one that they may see. */
export async function describeDocument(
  { db }: Services,
  { actor, ip }: AuditActor,
  { id, documentType, statementMonth }: DescribeInput,
): Promise<Described> {
  const found = await db.as(actor).write((tx) =>
    tx.document.findUnique({
      where: { id },
      select: { companyId: true, formSession: { select: { id: true, submittedAt: true } } },
    }),
  )
  if (!found?.formSession?.submittedAt) throw new AppError('not_found')
  const { companyId, formSession } = found
  const data = { documentType, statementMonth, suggested: false }
  await db.system('document').write(async (tx) => {
    // Answering and destroying take the same lock.
    await lockRow(tx, 'FormSession', formSession.id)
    const { count } = await tx.document.updateMany({ where: { id, companyId }, data })
    if (count === 0) throw new AppError('not_found')
    await recordEvent(tx, {
      companyId,
      actor,
      act: 'document-described',
      objectType: 'document',
      objectId: id,
      ip,
      detail: { submission: formSession.id, documentType, statementMonth },
    })
    await addJob(tx, 'register-submission', { id: formSession.id })
    await queueStatements(tx, formSession.id)
  })
  return { id, ...data }
}
