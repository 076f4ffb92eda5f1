import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { LIMITS } from '#domain/limits'
import { documentMessages } from '#domain/messages/document'
import { toReference } from '#domain/reference'
import { AppError, fieldError, orNotFound } from '../errors.ts'
import { fileSafe, uniqueName } from '../platform/files/filename.ts'
import { requireIntact } from '../platform/files/require-intact.ts'
import { checkEncrypted, openUnchecked, type StoredFileKey } from '../platform/files/stored-file.ts'
import type { Services } from '../services.ts'
import { recordAction, type AuditActor } from '../events/record-event.ts'
import { toCondition } from '../submissions/list/condition.ts'
import { findPage } from '../submissions/list/page.ts'
import { namedSelect, pdfName } from '../submissions/pdf/pdf-name.ts'
import { submissionPdf } from '../submissions/pdf/submission-pdf.ts'
import type { SearchInput } from '../submissions/submission.schema.ts'
import { documentFile } from './document-key.ts'
import { documentName } from './document-name.ts'
import { uploadedFileListing } from './uploaded-file.ts'

const select = { ...namedSelect, companyId: true, pdfState: true } as const
const documentSelect = { ...uploadedFileListing.select, storedAs: true } as const

type Part = Awaited<ReturnType<typeof collect>>

/** All files of a submission and its PDF, if there is one. */
export async function zipDocuments(services: Services, by: AuditActor, id: string) {
  const part = await collect(services, by, id)
  return { name: zipName(part), content: pack(services, [{ part, folder: '' }]) }
}

/** The same of each submission that the filter finds, in a folder of its own. @throws AppError invalid_input if too many, not_found if none */
export async function zipSubmissions(services: Services, by: AuditActor, asked: SearchInput) {
  const condition = await toCondition(services, by.actor, asked.filter)
  const range: [number, number] = [0, LIMITS.zipSubmissions - 1]
  const { rows, total } = await findPage(services.db, condition, { ...asked, range })
  if (total > rows.length) throw fieldError('filter', documentMessages.tooMany)
  if (rows.length === 0) throw new AppError('not_found')
  const taken = new Set<string>()
  const parts: { part: Part; folder: string }[] = []
  for (const { id } of rows) {
    const part = await collect(services, by, id).catch((cause: unknown) => {
      if (!(cause instanceof AppError)) throw cause
      throw new AppError(cause.code, documentMessages.of(toReference(id), cause.message), { cause })
    })
    parts.push({ part, folder: `${uniqueName(zipName(part).replace(/\.zip$/, ''), taken)}/` })
  }
  return { name: `${documentMessages.archive}.zip`, content: pack(services, parts) }
}

const zipName = ({ submission }: Part): string => pdfName(submission, documentMessages.archive, 'zip')

/** Checks every file before the first byte, so that an archive is complete. */
async function collect(services: Services, by: AuditActor, id: string) {
  const { submission, rows } = await services.db.as(by.actor).write(async (tx) => ({
    submission: orNotFound(await tx.submissionDesk.findUnique({ where: { id }, select })),
    rows: await tx.document.findMany({
      ...uploadedFileListing,
      where: { formSessionId: id },
      select: documentSelect,
    }),
  }))
  const files: { name: string; file: StoredFileKey; size: number; mtime: Date }[] = []
  for (const row of rows) {
    const name = documentName(services, row)
    const file = await requireIntact(services, { document: row.id, submission: id }, async () => {
      const opened = documentFile(services.keys, row)
      await checkEncrypted(services.storage, opened)
      return opened
    }).catch((cause: unknown) => {
      if (!(cause instanceof AppError) || cause.code !== 'damaged_file') throw cause
      throw new AppError('damaged_file', documentMessages.damaged(name), { cause })
    })
    files.push({ name, file, size: row.fileSize, mtime: row.createdAt })
  }
  const request = { ip: by.ip, original: false, download: true }
  const pdf = submission.pdfState === 'ready' ? await submissionPdf(services, by.actor, id, request) : null
  const detail = { documents: files.length, pdf: pdf !== null }
  const about = { companyId: submission.companyId, objectType: 'submission', objectId: id }
  await recordAction(services, by, 'documents-downloaded', about, detail)
  return { submission, files, pdf }
}

/** Decrypts one file after another. */
export function pack(
  services: Services,
  parts: readonly { part: Pick<Part, 'files' | 'pdf'>; folder: string }[],
): Readable {
  const zip = new ZipFile()
  // Readable.wrap() loses the end for a client that reads slowly.
  const content = zip.outputStream.pipe(new PassThrough())
  let current: Readable | null = null
  zip.once('error', (error: Error) => content.destroy(error))
  content.once('close', () => current?.destroy())
  for (const { part, folder } of parts) {
    const taken = new Set<string>()
    const place = (name: string) => folder + uniqueName(name, taken)
    if (part.pdf) zip.addBuffer(part.pdf.content, place(part.pdf.name), { compress: false })
    for (const { name, file, size, mtime } of part.files)
      zip.addReadStreamLazy(place(fileSafe(name)), { compress: false, size, mtime }, (done) => {
        openUnchecked(services.storage, file).then(
          (opened) => {
            if (content.destroyed) return void opened.destroy()
            current = opened.once('error', (error) => content.destroy(error))
            done(null, opened)
          },
          (error: Error) => content.destroy(error),
        )
      })
  }
  zip.end()
  return content
}
