import { Readable } from 'node:stream'
import { STATEMENT_TYPE } from '#domain/files'
import { throttle } from '../auth/throttle.ts'
import { insertDocument, type ArrivedFile } from '../documents/add-document.ts'
import { documentFile, sealForSession } from '../documents/document-key.ts'
import { documentName } from '../documents/document-name.ts'
import { UploadShare } from '../documents/upload-quota.ts'
import { withOpenUpload, type OpenUpload } from '../documents/upload.service.ts'
import { fieldError } from '../errors.ts'
import { Prisma } from '../generated/client.ts'
import { formSessionKeyContext } from '../platform/crypto/contexts.ts'
import { readEncrypted } from '../platform/files/stored-file.ts'
import { receiveUpload } from '../platform/files/receive-upload.ts'
import { removeFiles } from '../platform/files/remove-files.ts'
import type { Services } from '../services.ts'
import type { Glance } from './reader/glance.ts'

type Caller = { formSession: string | null; ip: string }

/** Which statement a file of an open form is, by its first pages. */
export async function glanceAtUpload(
  services: Services,
  { formSession: token }: Caller,
  id: string,
): Promise<Glance> {
  const row = await withOpenUpload(services, token, id, async (_tx, row) => row)
  await throttle(services, 'glancePerSession', row.formSession?.id ?? '')
  return services.statements.glance(await readUpload(services, row))
}

/** Opens a locked file and stores an unlocked copy beside it. The password stays within the call. */
export async function unlockUpload(
  services: Services,
  by: Caller,
  { id, password }: { id: string; password: string },
): Promise<Glance> {
  const row = await withOpenUpload(services, by.formSession, id, async (_tx, row) => row)
  await throttle(services, 'passwordPerFile', row.id)
  const bytes = await services.statements.unlock(await readUpload(services, row), password)
  if (bytes === null) throw fieldError('password', ({ upload }) => upload.wrongPassword)
  const glance = await services.statements.glance(bytes)
  await storeCopy(services, by, row, { bytes, month: glance.month })
  return glance
}

const readUpload = ({ keys, storage }: Services, row: OpenUpload): Promise<Buffer> =>
  readEncrypted(storage, documentFile(keys, row))

async function storeCopy(
  services: Services,
  { formSession: token, ip }: Caller,
  row: OpenUpload,
  { bytes, month }: { bytes: Uint8Array; month: string | null },
): Promise<void> {
  const { id: unlockedFrom, companyId } = row
  const share = new UploadShare(services, ip, bytes.length)
  let isKept = false
  try {
    await share.claim({ triesOf: row.formSession?.id ?? '', company: { id: companyId, isApplicants: true } })
    const filename = documentName(services, row).replace(/(\.pdf)?$/i, ' (unlocked).pdf')
    const content = Readable.from([Buffer.from(bytes)])
    const received = await receiveUpload(services, { filename, mimetype: 'application/pdf', content, share })
    const statementMonth = row.statementMonth ?? month
    const file: ArrivedFile = {
      ...received,
      documentType: STATEMENT_TYPE,
      statementMonth,
      suggested: true,
      clientFileId: null,
    }
    isKept = await withOpenUpload(services, token, row.id, async (tx, { formSession }) => {
      if (!formSession || (await tx.document.count({ where: { unlockedFrom } })) > 0) return false
      const context = formSessionKeyContext(formSession.id, companyId)
      const sessionKey = services.keys.unwrap(formSession.wrappedKey, context)
      const owner = { companyId, formSessionId: formSession.id, uploadedById: null, addedBy: null }
      await tx.$executeRaw(
        insertDocument(file, owner, sealForSession(sessionKey, { id: file.id, companyId }, file.key)),
      )
      await tx.$executeRaw(
        Prisma.sql`UPDATE "Document" SET "unlockedFrom" = ${unlockedFrom} WHERE "id" = ${file.id}`,
      )
      return true
    })
    if (!isKept) await removeFiles(services, [received.storedAs])
  } finally {
    await share.release(isKept)
  }
}
