import { LIMITS } from '#domain/limits'
import { AuthorityError } from '../evidence/authority-error.ts'
import { noteSealed } from '../evidence/seals.ts'
import { recordEvent, SYSTEM } from '../events/record-event.ts'
import { lockDesk } from '../platform/database/lock-row.ts'
import { sealedFile, storeSealed } from '../submissions/pdf/sealed-pdf.ts'
import { printedApplication, printedSelect, toPrintedRow } from '../submissions/pdf/to-printed-application.ts'
import { addJob, mailReceiptNow, type TaskPayloads } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'
import { failPdf, permanentFailure, readIntact } from './pdf-failure.ts'
import { sealAdditions } from './seal-additions.ts'

type Needs = Pick<Services, 'config' | 'db' | 'keys' | 'storage' | 'pdfs' | 'log' | 'publicUrl'>

/** Renders, seals and stores an application's original PDF, then its additions. Idempotent: a stored PDF stays. */
export async function applicationPdf(
  services: Needs,
  { id }: TaskPayloads['application-pdf'],
): Promise<void> {
  try {
    await makePdf(services, id)
    await sealAdditions(services, id)
  } catch (error) {
    if (error instanceof AuthorityError) return tryAgain(services, id, error)
    const failure = permanentFailure(error)
    if (failure === null) throw error
    await failPdf(services, id, failure, error)
  }
}

/** Outages of an authority are no failures of the job, whose attempts would be used up. */
async function tryAgain({ db, log }: Needs, id: string, { cause, message }: AuthorityError): Promise<void> {
  const reason = cause instanceof Error ? cause.message : message
  log.warn({ submissionId: id, reason }, 'the seal of this submission waits for a time stamp')
  const at = new Date(Date.now() + LIMITS.sealRetryMinutes * 60_000)
  await db.system('job').write((tx) => addJob(tx, 'seal-pdf', { id }, at))
}

async function makePdf(services: Needs, id: string): Promise<void> {
  const found = await readIntact(() => readPending(services, id))
  if (!found) return
  const { file, row } = found
  await storeSealed(services, file, {
    read: async () => ({
      application: await readIntact(() => printedApplication(services, row)),
      since: row.createdAt,
      kind: 'original',
      original: null,
    }),
    isNoted: async (tx) => (await tx.submissionDesk.count({ where: { id, pdfState: 'ready' } })) > 0,
    note: async (tx, sealed) => {
      await lockDesk(tx, id)
      const data = { pdfState: 'ready', pdfFile: file.name, pdfFailure: null } as const
      const find = { where: { id }, data, select: { companyId: true } } as const
      const [made] = await tx.submissionDesk.updateManyAndReturn(find)
      if (!made) return false
      const about = { objectType: 'submission', objectId: id }
      await recordEvent(tx, { ...made, ...about, actor: SYSTEM, act: 'submission-pdf-ready', ip: '' })
      if (sealed) await noteSealed(tx, { submissionId: id, ...sealed })
      await mailReceiptNow(tx, id)
      return true
    },
  })
}

async function readPending({ db, keys }: Needs, id: string) {
  const select = { ...printedSelect, pdfState: true }
  const found = await db
    .system('job')
    .read((client) => client.submissionDesk.findUnique({ where: { id }, select }))
  if (!found || found.pdfState === 'ready') return null
  const row = toPrintedRow(found)
  return { row, file: sealedFile(keys, row, id) }
}
