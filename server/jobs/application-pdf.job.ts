import { fileContext } from '../platform/crypto/contexts.ts'
import { recordEvent, SYSTEM } from '../events/record-event.ts'
import { isIntact, putEncrypted } from '../platform/files/stored-file.ts'
import { sessionKey } from '../submissions/accept/sealed-submission.ts'
import { printedApplication, printedSelect, toPrintedRow } from '../submissions/pdf/to-printed-application.ts'
import type { TaskPayloads } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'
import { failPdf, permanentFailure, readIntact } from './pdf-failure.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'storage' | 'pdfs' | 'log'>

/** Renders and stores an application's original PDF. Idempotent: never overwrites a stored PDF. */
export async function applicationPdf(
  services: Needs,
  { id }: TaskPayloads['application-pdf'],
): Promise<void> {
  try {
    await makePdf(services, id)
  } catch (error) {
    const failure = permanentFailure(error)
    if (failure === null) throw error
    await failPdf(services, id, failure, error)
  }
}

async function makePdf(services: Needs, id: string): Promise<void> {
  const { db, storage, pdfs } = services
  const found = await readIntact(() => readPending(services, id))
  if (!found) return
  const { file, application } = found
  if (application) await putEncrypted(storage, file, await pdfs.render(application))
  const data = { pdfState: 'ready', pdfFile: file.name, pdfFailure: null } as const
  const isKept = await db.system('job').write(async (tx) => {
    const find = { where: { id, pdfState: { not: 'ready' } }, data, select: { companyId: true } } as const
    const [made] = await tx.submissionDesk.updateManyAndReturn(find)
    const about = { objectType: 'submission', objectId: id }
    if (made) await recordEvent(tx, { ...made, ...about, actor: SYSTEM, act: 'submission-pdf-ready', ip: '' })
    return made !== undefined || (await tx.submissionDesk.count({ where: { id } })) > 0
  })
  // It was destroyed while its PDF was made.
  if (!isKept) await storage.remove(file.name)
}

async function readPending({ db, keys, storage, log }: Needs, id: string) {
  const select = { ...printedSelect, pdfState: true }
  const found = await db
    .system('job')
    .read((client) => client.submissionDesk.findUnique({ where: { id }, select }))
  if (!found || found.pdfState === 'ready') return null
  const row = toPrintedRow(found)
  const file = { name: `pdfs/${id}`, key: sessionKey(keys, row), context: fileContext('pdf', id) }
  // The file can exist without its row: after a crash, or when the database was restored from a backup.
  const isMade = await isIntact(storage, file)
  const application = isMade ? null : await printedApplication({ keys, storage, log }, row)
  return { file, application }
}
