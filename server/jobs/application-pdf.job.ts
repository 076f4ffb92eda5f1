import { asSystem, withSystem } from '../auth/actor.ts'
import { fileContext } from '../crypto/contexts.ts'
import { isIntact, putEncrypted } from '../files/stored-file.ts'
import { sessionKey } from '../modules/submission/application-record.ts'
import { printedApplication, printedSelect } from '../modules/submission/printed-application.ts'
import type { Services } from '../services.ts'
import type { TaskPayloads } from './queue.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'storage' | 'pdfs' | 'log'>

/**
 * Renders an application and keeps it encrypted as its immutable original, which is never written over. Done again it
 * does nothing; cut off half way it is done again whole, under the same name.
 */
export async function applicationPdf(
  { db, keys, storage, pdfs, log }: Needs,
  { id }: TaskPayloads['application-pdf'],
): Promise<void> {
  const row = await asSystem(db, 'job', (client) =>
    client.formSubmission.findUnique({ where: { id }, select: { ...printedSelect, pdfState: true } }),
  )
  if (!row || row.pdfState === 'ready') return
  const name = `pdfs/${id}`
  const file = { name, key: sessionKey(keys, row), context: fileContext('pdf', id) }
  // One that is there is the original: the process was killed before it wrote the row, or the row is of a backup.
  if (!(await isIntact(storage, file))) {
    const pdf = await pdfs.render(await printedApplication({ keys, storage, log }, row))
    await putEncrypted(storage, file, pdf)
  }
  await withSystem(db, 'job', async (tx) => {
    const [session] = await tx.$queryRaw<{ wrappedKey: Uint8Array }[]>`
      SELECT "wrappedKey" FROM "FormSession" WHERE "id" = ${id} FOR SHARE`
    // Then the session has another data key by now, and the file would never open.
    if (!session || Buffer.compare(session.wrappedKey, row.formSession.wrappedKey) !== 0)
      throw new Error('The application was encrypted anew while its PDF was made')
    await tx.formSubmission.update({ where: { id }, data: { pdfState: 'ready', pdfFile: name } })
  })
}

/** After the last try staff see that there will be no PDF; the application itself is kept. */
export async function applicationPdfFailed(
  { db, log }: Pick<Needs, 'db' | 'log'>,
  { id }: TaskPayloads['application-pdf'],
): Promise<void> {
  await asSystem(db, 'job', (client) =>
    client.formSubmission.updateMany({ where: { id, pdfState: 'pending' }, data: { pdfState: 'failed' } }),
  )
  log.error({ submissionId: id }, 'the PDF of this submission could not be made')
}
