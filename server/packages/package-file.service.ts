import type { Readable } from 'node:stream'
import { toReference } from '#domain/reference'
import { packageMessages } from '#domain/messages/package'
import { addressKey, throttleBy } from '../auth/throttle.ts'
import { pack } from '../documents/zip-documents.ts'
import { recordEventNow } from '../events/record-event.ts'
import { requireIntact } from '../platform/files/require-intact.ts'
import { checkEncrypted, openEncrypted } from '../platform/files/stored-file.ts'
import type { Services } from '../services.ts'
import { findOpenedPackage, type FoundPackage, type Visitor } from './find-package.ts'
import { findFile, listFiles } from './package-files.ts'

type Wanted = { token: string; documentId: string; download: boolean }
type Sent = { name: string; type: string; size?: number; content: Readable }

export const ALL_FILES = 'all'

/** One file, or all of them as an archive. Each is recorded before it is sent. */
export async function packageFile(
  services: Services,
  visitor: Visitor,
  { token, documentId, download }: Wanted,
): Promise<Sent> {
  const row = await findOpenedPackage(services, token, visitor)
  const isArchive = documentId === ALL_FILES
  const ids = isArchive ? listFiles(services, row).map(({ id }) => id) : [documentId]
  await throttleBy(Math.max(1, ids.length), services, 'packageFilePerAddress', row.id, addressKey(visitor.ip))
  const about = { document: null, submission: row.submissionId }
  // Marking takes time, in which it may have been withdrawn.
  const isStillOpen = () => findOpenedPackage(services, token, visitor)
  if (isArchive)
    return requireIntact(services, about, () => zip(services, row, { ip: visitor.ip, ids, isStillOpen }))
  const sent = await findFile(services, row, documentId)
  await isStillOpen()
  const content = await requireIntact(services, about, () => openEncrypted(services.storage, sent.file))
  await record(services, row, { ip: visitor.ip, document: documentId, download }).catch((error: unknown) => {
    content.destroy()
    throw error
  })
  return { name: sent.name, type: sent.fileType, size: sent.size, content }
}

async function zip(
  services: Services,
  row: FoundPackage,
  { ip, ids, isStillOpen }: { ip: string; ids: string[]; isStillOpen: () => Promise<unknown> },
): Promise<Sent> {
  const files = []
  for (const id of ids) {
    const { name, file, size } = await findFile(services, row, id)
    await checkEncrypted(services.storage, file)
    files.push({ name, file, size, mtime: row.createdAt })
  }
  await isStillOpen()
  await record(services, row, { ip, document: ALL_FILES, download: true })
  const content = pack(services, [{ part: { files, pdf: null }, folder: '' }])
  return { name: packageMessages.archive(toReference(row.submissionId)), type: 'application/zip', content }
}

const record = (
  services: Services,
  { companyId, submissionId, id, funder }: FoundPackage,
  { ip, document, download }: { ip: string; document: string; download: boolean },
) =>
  recordEventNow(services, {
    companyId,
    actor: null,
    ip,
    act: 'package-document-viewed',
    objectType: 'submission',
    objectId: submissionId,
    detail: { package: id, funder: funder.id, name: funder.name, document, download },
  })
