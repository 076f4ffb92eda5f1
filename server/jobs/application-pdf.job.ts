import { LIMITS } from '#domain/limits'
import { AuthorityError } from '../evidence/seal-pdf.ts'
import { knownCertificates } from '../evidence/certificates.ts'
import { noteSealed, sealFile, toDigest, type SealedFile } from '../evidence/seals.ts'
import { fileContext } from '../platform/crypto/contexts.ts'
import { recordEvent, SYSTEM } from '../events/record-event.ts'
import { isIntact, putEncrypted, readEncrypted } from '../platform/files/stored-file.ts'
import { sessionKey } from '../submissions/accept/sealed-submission.ts'
import { toEvidence, type EvidenceKind } from '../submissions/pdf/evidence-record.ts'
import type { PrintedApplication } from '../submissions/pdf/printed-application.ts'
import { printedApplication, printedSelect } from '../submissions/pdf/to-printed-application.ts'
import { addJob, mailReceiptNow, type TaskPayloads } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'
import { failPdf, permanentFailure, readIntact } from './pdf-failure.ts'

type Needs = Pick<Services, 'config' | 'db' | 'keys' | 'storage' | 'pdfs' | 'log' | 'publicUrl'>

/** Renders, seals and stores an application's original PDF. Idempotent: never overwrites a stored PDF. */
export async function applicationPdf(
  services: Needs,
  { id }: TaskPayloads['application-pdf'],
): Promise<void> {
  try {
    await makePdf(services, id)
  } catch (error) {
    if (error instanceof AuthorityError) return tryAgain(services, id)
    const failure = permanentFailure(error)
    if (failure === null) throw error
    await failPdf(services, id, failure, error)
  }
}

/** Outages of an authority are no failures of the job, whose attempts would be used up. */
async function tryAgain({ db, log }: Needs, id: string): Promise<void> {
  log.warn({ submissionId: id }, 'the seal of this submission waits, as the time-stamping authority is away')
  const at = new Date(Date.now() + LIMITS.sealRetryMinutes * 60_000)
  await db.system('job').run((client) => addJob(client, 'seal-pdf', { id }, at))
}

async function makePdf(services: Needs, id: string): Promise<void> {
  const { db, storage } = services
  const found = await readIntact(() => readPending(services, id))
  if (!found) return
  const { file, application } = found
  const sealed = application ? await sealOriginal(services, application) : await readStored(services, file)
  if (application && sealed) await putEncrypted(storage, file, sealed.content)
  const data = { pdfState: 'ready', pdfFile: file.name, pdfFailure: null } as const
  const isKept = await db.system('job').write(async (tx) => {
    const find = { where: { id, pdfState: { not: 'ready' } }, data, select: { companyId: true } } as const
    const [made] = await tx.formSubmission.updateManyAndReturn(find)
    const about = { objectType: 'submission', objectId: id }
    if (made) {
      await recordEvent(tx, { ...made, ...about, actor: SYSTEM, act: 'submission-pdf-ready', ip: '' })
      if (sealed) await noteSealed(tx, { submissionId: id, ...sealed })
      await mailReceiptNow(tx, id)
    }
    return made !== undefined || (await tx.formSubmission.count({ where: { id } })) > 0
  })
  // It was destroyed while its PDF was made.
  if (!isKept) await storage.remove(file.name)
}

async function sealOriginal(services: Needs, application: PrintedApplication): Promise<SealedFile> {
  const make = async (seal: EvidenceKind['seal']) => {
    const evidence = toEvidence(application, { kind: 'original', original: null, seal })
    const pdf = await services.pdfs.render({ ...application, evidence })
    return sealFile(services, pdf, seal === 'stamped')
  }
  if (services.config.timestampUrl === null) return make('plain')
  const isOverdue = Date.now() - application.createdAt.getTime() > LIMITS.sealPatienceHours * 3_600_000
  return make('stamped').catch((error: unknown) => {
    if (!isOverdue || !(error instanceof AuthorityError)) throw error
    return make('away')
  })
}

type File = Parameters<typeof readEncrypted>[1]

/** A PDF that an interrupted job stored; null for one of an earlier release, which has no seal. */
async function readStored({ db, pdfs, storage }: Needs, file: File): Promise<SealedFile | null> {
  const content = await readEncrypted(storage, file)
  const { state, sealedAt } = await pdfs.verify(content, await knownCertificates(db), '')
  return state === 'sealed' && sealedAt
    ? { content, digest: toDigest(content), sealedAt: new Date(sealedAt) }
    : null
}

async function readPending({ db, keys, storage, log }: Needs, id: string) {
  const row = await db
    .system('job')
    .run((client) =>
      client.formSubmission.findUnique({ where: { id }, select: { ...printedSelect, pdfState: true } }),
    )
  if (!row || row.pdfState === 'ready') return null
  const file = { name: `pdfs/${id}`, key: sessionKey(keys, row), context: fileContext('pdf', id) }
  // The file can exist without its row: after a crash, or when the database was restored from a backup.
  const isMade = await isIntact(storage, file)
  const application = isMade ? null : await printedApplication({ keys, storage, log }, row)
  return { file, application }
}
