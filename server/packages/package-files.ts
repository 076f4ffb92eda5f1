import { randomUUID } from 'node:crypto'
import { INPUTS } from '#domain/catalogue/index'
import { maskValues } from '#domain/catalogue/formatted-view'
import type { Values } from '#domain/catalogue/values'
import { longDate } from '#domain/messages/long-date'
import { packageMessages } from '#domain/messages/package'
import { PACKAGE_PARTS } from '#domain/package'
import { dayInZone } from '#domain/time-zone'
import { documentFile } from '../documents/document-key.ts'
import { documentName } from '../documents/document-name.ts'
import { AppError, orNotFound } from '../errors.ts'
import type { PackageCopy } from '../generated/client.ts'
import { CannotMarkError, type Mark } from '../marks/marker.ts'
import { fileContext } from '../platform/crypto/contexts.ts'
import { holdOffDestroying } from '../platform/database/lock-row.ts'
import { putEncrypted, type StoredFileKey } from '../platform/files/stored-file.ts'
import type { Services } from '../services.ts'
import { readCashFlow } from '../statements/printed-cash-flow.ts'
import { sessionKey } from '../submissions/accept/sealed-submission.ts'
import { pdfName } from '../submissions/pdf/pdf-name.ts'
import { renderStamped } from '../submissions/pdf/submission-pdf.ts'
import { printedApplication, printedSelect, toPrintedRow } from '../submissions/pdf/to-printed-application.ts'
import type { FoundPackage } from './find-package.ts'
import { readDocument } from './package-document.ts'
import type { OpenPackage } from './package.schema.ts'

const PUT_MS = 60_000
const PDF = 'application/pdf'

/** What the funder gets: ours first, then the documents in the order of the package. */
export function listFiles(services: Services, row: FoundPackage): OpenPackage['documents'] {
  const { withApplication, withCashFlow, submission, company } = row
  const named = { ...submission, ...(submission.desk ?? { legalName: '', dbaName: '' }), company }
  const ours = PACKAGE_PARTS.filter((part) => (part === 'application' ? withApplication : withCashFlow))
  return [
    ...ours.map((id) => ({
      id,
      name: pdfName(named, packageMessages.parts[id]),
      fileType: PDF,
      isMarked: true,
    })),
    ...row.documentIds.flatMap((id) => {
      const document = submission.formSession.documents.find((each) => each.id === id)
      if (!document) return []
      const { fileType } = document
      return [{ id, name: documentName(services, document), fileType, isMarked: !row.unmarked.includes(id) }]
    }),
  ]
}

export type SentFile = { name: string; fileType: string; size: number; file: StoredFileKey }

/** The funder's own copy, made when it is asked for first. @throws AppError not_found, cannot_mark, damaged_file */
export async function findFile(services: Services, row: FoundPackage, id: string): Promise<SentFile> {
  const { name, isMarked } = orNotFound(listFiles(services, row).find((each) => each.id === id) ?? null)
  if (!isMarked) {
    const document = findDocument(row, id)
    const file = documentFile(services.keys, document)
    return { name, fileType: document.fileType, size: document.fileSize, file }
  }
  const where = { packageId_documentId: { packageId: row.id, documentId: id } }
  const kept = await services.db
    .system('public-form')
    .read((client) => client.packageCopy.findUnique({ where }))
  const copy = kept ?? (await makeCopy(services, row, id))
  return { name, fileType: copy.fileType, size: copy.fileSize, file: toFile(services, row, copy) }
}

const findDocument = ({ submission }: FoundPackage, id: string) =>
  orNotFound(submission.formSession.documents.find((each) => each.id === id) ?? null)

const toFile = (
  { keys }: Services,
  { submission }: FoundPackage,
  { packageId, documentId, storedAs }: Pick<PackageCopy, 'packageId' | 'documentId' | 'storedAs'>,
): StoredFileKey => ({
  name: storedAs,
  key: sessionKey(keys, submission),
  context: fileContext('copy', `${packageId}:${documentId}`),
})

async function makeCopy(services: Services, row: FoundPackage, documentId: string): Promise<PackageCopy> {
  const { content, fileType } = await mark(services, row, documentId)
  const { id: packageId, submissionId, companyId } = row
  const data = {
    packageId,
    documentId,
    submissionId,
    companyId,
    storedAs: `documents/${randomUUID()}`,
    fileType,
    fileSize: content.length,
  }
  return services.db.system('public-form').write(async (tx) => {
    // Without it, each could wait for a row that the other has.
    await holdOffDestroying(tx, submissionId)
    // The row first: destroying the submission then finds the file.
    const { count } = await tx.packageCopy.createMany({ data, skipDuplicates: true })
    if (count > 0) await putEncrypted(services.storage, toFile(services, row, data), content)
    const where = { packageId_documentId: { packageId, documentId } }
    return orNotFound(await tx.packageCopy.findUnique({ where }))
  }, PUT_MS)
}

async function mark(
  services: Services,
  row: FoundPackage,
  id: string,
): Promise<{ content: Buffer; fileType: string }> {
  const { name: funder } = row.funder
  const day = longDate(dayInZone(row.createdAt, row.company.timeZone), 'en-US')
  const marked: Mark = { funder, day, copyNumber: row.copyNumber }
  const finish = (content: Buffer, fileType: string) =>
    services.marker.mark(content, fileType, marked).catch((cause: unknown) => {
      throw cause instanceof CannotMarkError
        ? new AppError('cannot_mark', undefined, { ids: [id], cause })
        : cause
    })
  if (id === 'application')
    return { content: await renderApplication(services, row, (pdf) => finish(pdf, PDF)), fileType: PDF }
  if (id === 'cash-flow')
    return { content: await finish(await renderCashFlow(services, row), PDF), fileType: PDF }
  const document = findDocument(row, id)
  const { fileType } = document
  return { content: await finish(await readDocument(services, document), fileType), fileType }
}

const readPrinted = async ({ db }: Services, id: string) =>
  toPrintedRow(
    orNotFound(
      await db
        .system('public-form')
        .read((client) => client.submissionDesk.findUnique({ where: { id }, select: printedSelect })),
    ),
  )

/** Marked first, then sealed, so that the seal holds. */
const renderApplication = async (
  services: Services,
  { submissionId, isMasked, funder }: FoundPackage,
  finish: (pdf: Buffer) => Promise<Buffer>,
): Promise<Buffer> =>
  renderStamped(services, await readPrinted(services, submissionId), null, {
    mask: (values) => {
      const shown = isMasked ? maskValues(values) : values
      return funder.hidesContact ? withoutContact(shown) : shown
    },
    forApplicant: true,
    finish,
  })

const CONTACT: ReadonlySet<string> = new Set([
  'secondSignerEmail',
  ...[...INPUTS.values()].flatMap(({ kind, name }) => (kind === 'phone' || kind === 'email' ? name : [])),
])

const withoutContact = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !CONTACT.has(name)))

async function renderCashFlow(services: Services, { submissionId }: FoundPackage): Promise<Buffer> {
  const application = await printedApplication(services, await readPrinted(services, submissionId))
  const door = services.db.system('public-form')
  const { section } = await readCashFlow(services, door, submissionId, false)
  const { legalName = '' } = application.values
  const cashFlow = section ?? { title: packageMessages.noCashFlow, groups: [] }
  return Buffer.from(
    await services.pdfs.render({ ...application, values: { legalName }, cashFlow, isAddition: true }),
  )
}
