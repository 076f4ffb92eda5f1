import type { Tx } from '../platform/database/db.ts'
import { notifyKey, packageMailKey, requestMailKey, submissionKeys } from '../platform/queue/add-job.ts'
import { recordEvent, SYSTEM, type AuditActor } from '../events/record-event.ts'

type Row = { id: string; companyId: string; createdAt: Date; pdfFile: string | null }

/**
 * The caller removes the files after the commit.
 * @param deleted by whom, instead of at the end of a period. `key` is a new data key: the session stays for a while,
 * expired and empty, so that a late retry of the submit can't store the application again.
 */
export async function destroyRows(
  tx: Tx,
  { id, companyId, createdAt, pdfFile }: Row,
  detail: { days: number } | { reason: string },
  deleted?: AuditActor & { key: Uint8Array<ArrayBuffer> },
): Promise<{ files: string[]; documents: number }> {
  const ofSubmission = { where: { formSessionId: id } }
  const documents = await tx.document.findMany({ ...ofSubmission, select: { storedAs: true } })
  const find = { where: { submissionId: id }, select: { id: true } } as const
  const additions = await tx.submissionAddition.findMany(find)
  const copies = await tx.packageCopy.findMany({ where: { submissionId: id }, select: { storedAs: true } })
  await blank(tx, id)
  if (deleted) await endRenewals(tx, id)
  await tx.document.deleteMany(ofSubmission)
  // Offers keep their packages from being deleted with the submission.
  await tx.offer.deleteMany({ where: { submissionId: id } })
  await tx.formSubmission.delete({ where: { id } })
  // The data key goes with it, so no copy of the answers or files can be read.
  if (deleted) {
    await tx.applicantLink.deleteMany(ofSubmission)
    const expired = { wrappedKey: deleted.key, submittedAt: null, expiresAt: new Date(0) }
    await tx.formSession.update({ where: { id }, data: expired })
  } else await tx.formSession.delete({ where: { id } })
  await removeJobs(tx, id)
  await recordEvent(tx, {
    companyId,
    actor: deleted?.actor ?? SYSTEM,
    act: deleted ? 'submission-deleted' : 'submission-destroyed',
    objectType: 'submission',
    objectId: id,
    ip: deleted?.ip ?? '',
    detail: { ...detail, documents: documents.length, receivedAt: createdAt.toISOString() },
  })
  // PDFs that are being made now will get these names.
  const made = [{ id }, ...additions].map((each) => `pdfs/${each.id}`)
  const pdfs = new Set([...made, ...(pdfFile === null ? [] : [pdfFile])])
  return {
    files: [...[...documents, ...copies].map(({ storedAs }) => storedAs), ...pdfs],
    documents: documents.length,
  }
}

const NOTHING = Buffer.alloc(0)

/** Replicas and triggers that follow deletions then see empty rows. */
async function blank(tx: Tx, id: string): Promise<void> {
  await tx.document.updateMany({
    where: { formSessionId: id },
    data: { originalFilename: '', filename: null, wrappedKey: null, digest: null, originalDigest: null },
  })
  const names = { legalName: '', dbaName: '', submittedBy: '', ownerName: '', ownerHashes: [] }
  await tx.submissionDesk.update({
    where: { id },
    data: { ...names, externalId: null, advanceAmount: '', sales: '' },
    select: { id: true },
  })
  await tx.formSubmission.update({
    where: { id },
    data: {
      taxIdHash: null,
      ssnHashes: [],
      formData: NOTHING,
      signatures: null,
      signing: null,
      valuesDigest: NOTHING,
      authorizationText: '',
      disclaimer: '',
      clientIp: '',
      userAgent: '',
    },
  })
  await tx.applicantLink.updateMany({ where: { formSessionId: id }, data: { detail: null } })
  const addition = { data: NOTHING, clientIp: '', userAgent: '' }
  await tx.submissionAddition.updateMany({ where: { submissionId: id }, data: addition })
  await tx.submissionNote.updateMany({ where: { submissionId: id }, data: { text: NOTHING, authorName: '' } })
  await tx.task.updateMany({ where: { submissionId: id }, data: { text: NOTHING, ownerName: '' } })
  await tx.submissionRequest.updateMany({ where: { submissionId: id }, data: { data: NOTHING } })
  await tx.statementReading.updateMany({ where: { submissionId: id }, data: { data: null } })
  await tx.package.updateMany({ where: { submissionId: id }, data: { data: NOTHING, codeDigest: null } })
  await tx.offer.updateMany({ where: { submissionId: id }, data: { conditions: null } })
  await tx.idempotentCall.deleteMany({ where: { made: id } })
  await tx.formSession.update({ where: { id }, data: { wrappedKey: NOTHING, draft: null, ...UNNAMED } })
}

const UNNAMED = { externalId: null, metadata: null, told: null }

/** Their drafts hold the same answers; at the end of a period they are the applicant's own, and expire. */
const endRenewals = (tx: Tx, renewalOf: string) =>
  tx.formSession.updateMany({
    where: { renewalOf, submittedAt: null },
    data: { wrappedKey: NOTHING, expiresAt: new Date(0) },
  })

/** Waiting and failed jobs; a running one finds nothing and ends. */
async function removeJobs(tx: Tx, id: string): Promise<void> {
  await tx.$executeRaw`
    SELECT graphile_worker.remove_job(key) FROM graphile_worker.jobs
    WHERE key = ANY(${submissionKeys(id)})
      OR starts_with(key, ${notifyKey(id)}) OR starts_with(key, ${requestMailKey(id)})
      OR starts_with(key, ${packageMailKey(id)})`
}
