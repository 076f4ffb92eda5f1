import { Readable } from 'node:stream'
import { STATEMENT_TYPE } from '#domain/files'
import { addressKey, refund, throttle } from '../auth/throttle.ts'
import { insertDocument, type ArrivedFile } from '../documents/add-document.ts'
import { documentFile, sealForSession } from '../documents/document-key.ts'
import { documentName } from '../documents/document-name.ts'
import { UploadShare } from '../documents/upload-quota.ts'
import { openUploadSelect, type OpenUpload } from '../documents/upload.service.ts'
import { AppError, fieldError } from '../errors.ts'
import { recordEvent } from '../events/record-event.ts'
import { Prisma } from '../generated/client.ts'
import { formSessionKeyContext } from '../platform/crypto/contexts.ts'
import { readEncrypted } from '../platform/files/stored-file.ts'
import { receiveUpload } from '../platform/files/receive-upload.ts'
import { removeFiles } from '../platform/files/remove-files.ts'
import type { Tx } from '../platform/database/db.ts'
import type { Services } from '../services.ts'
import { queueStatements } from './queue-statements.ts'
import type { Glance } from './reader/glance.ts'

/** Finds a file that its sender may look at, in a transaction: of an open form, or of a submitted application. */
type WithUpload = <Result>(work: (tx: Tx, row: OpenUpload) => Promise<Result>) => Promise<Result>

/** `setsMonth`: stores the month that the file shows; of a file that was not locked the open form stores it itself. */
type Look = { ip: string; withUpload: WithUpload; setsMonth?: boolean }

/** Which statement an applicant's file is, by its first pages. */
export async function glanceAtUpload(services: Services, look: Look): Promise<Glance> {
  // A file that was locked is told by its unlocked copy.
  const row = await look.withUpload(async ({ document }, row) => {
    const copy = { where: { unlockedFrom: row.id }, select: openUploadSelect }
    return (await document.findFirst(copy)) ?? row
  })
  await throttle(services, 'glancePerSession', row.formSession?.id ?? '')
  const glance = await services.statements.glance(addressKey(look.ip), () => readUpload(services, row))
  await setMonth(look, glance)
  return glance
}

/**
 * Opens a locked file and stores an unlocked copy beside it. The password is not stored. A file without a password is only
 * looked at.
 */
export async function unlockUpload(
  services: Services,
  { password, ...look }: Look & { password: string },
): Promise<Glance> {
  const row = await look.withUpload(async (_tx, row) => row)
  await throttle(services, 'passwordPerFile', row.id)
  const owner = addressKey(look.ip)
  const bytes = await services.statements.unlock(owner, () => readUpload(services, row), password)
  const giveBack = () => refund(services, 'passwordPerFile', row.id)
  if (bytes === undefined) {
    await giveBack()
    throw new AppError('unavailable')
  }
  if (bytes === 'not_locked') {
    await giveBack()
    return glanceAtUpload(services, look)
  }
  if (bytes === null) throw fieldError('password', ({ upload }) => upload.wrongPassword)
  const glance = await services.statements.glance(owner, () => Promise.resolve(bytes))
  const { ip, withUpload } = look
  // Once a file, so that the work of opening it stays limited.
  if (await storeCopy(services, { row, ip, bytes, month: glance.month, withUpload })) await giveBack()
  await setMonth({ ...look, setsMonth: true }, glance)
  return glance
}

async function setMonth({ withUpload, setsMonth = false }: Look, { state, month }: Glance): Promise<void> {
  if (!setsMonth || state === 'locked' || state === 'unknown') return
  await withUpload(({ document }, { id }) =>
    document.updateMany({
      // A month that staff chose stays.
      where: { documentType: STATEMENT_TYPE, statementMonth: null, OR: [{ id }, { unlockedFrom: id }] },
      data: { statementMonth: month },
    }),
  )
}

const readUpload = ({ keys, storage }: Services, row: OpenUpload): Promise<Buffer> =>
  readEncrypted(storage, documentFile(keys, row))

type Copy = {
  row: OpenUpload
  ip: string
  withUpload: WithUpload
  bytes: Uint8Array
  month: string | null
}

/** @returns whether there was none yet */
async function storeCopy(services: Services, { row, ip, withUpload, bytes, month }: Copy): Promise<boolean> {
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
    isKept = await withUpload(async (tx, { formSession }) => {
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
      await recordEvent(tx, {
        companyId,
        actor: null,
        act: 'document-unlocked',
        objectType: 'document',
        objectId: unlockedFrom,
        ip,
        detail: { submission: formSession.id },
      })
      if (formSession.submittedAt) await queueStatements(tx, formSession.id)
      return true
    })
    if (!isKept) await removeFiles(services, [received.storedAs])
    return isKept
  } finally {
    await share.release(isKept)
  }
}
