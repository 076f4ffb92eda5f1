import { serverMessages } from '#domain/messages/server'
import type { Tx } from '../platform/database/db.ts'
import { requireConfirmed } from '../auth/guards.ts'
import { formSessionKeyContext } from '../platform/crypto/contexts.ts'
import { lockRows, lockToDestroy } from '../platform/database/lock-row.ts'
import { vacuum } from '../platform/database/vacuum.ts'
import { AppError, orNotFound } from '../errors.ts'
import { removeFiles } from '../platform/files/remove-files.ts'
import type { Services } from '../services.ts'
import type { AuditActor } from '../events/record-event.ts'
import { destroyRows } from './destroy-rows.ts'
import { daysInForce, destroyable, policySelect, findDue, type Due } from './find-due.ts'

type Needs = Pick<Services, 'db' | 'config' | 'storage' | 'log'>

/**
 * One transaction each, so that a failure holds up no other.
 * @returns how many were destroyed
 * @throws the first failure, after all others are done
 */
export async function destroyDue(
  services: Needs,
  now: Date = new Date(),
  onDestroyed: (submission: Due) => void = () => {},
): Promise<number> {
  let destroyed = 0
  let failure: { cause: unknown } | null = null
  for await (const { id, companyId } of findDue(services, now)) {
    try {
      const done = await destroyOne(services, id, companyId, now)
      if (done === null) continue
      destroyed += 1
      onDestroyed(done)
    } catch (cause) {
      failure ??= { cause }
    }
  }
  if (destroyed > 0) await freeSpace(services)
  if (failure !== null) throw failure.cause
  return destroyed
}

/** Null if it was held, kept for longer or destroyed meanwhile. */
async function destroyOne(services: Needs, id: string, companyId: string, now: Date): Promise<Due | null> {
  const done = await services.db.system('job').write(async (tx) => {
    await lockAll(tx, id, companyId)
    const company = await tx.company.findUnique({ where: { id: companyId }, select: policySelect })
    const days = company && daysInForce(services, company, now)
    if (days === null) return null
    const row = await tx.submissionDesk.findFirst({
      where: { ...destroyable(companyId, days, now), id },
      select,
    })
    return row && { ...row, ...(await destroyRows(tx, row, { days })) }
  })
  if (done === null) return null
  await removeFiles(services, done.files)
  return { id, companyId, receivedAt: done.createdAt, documents: done.documents }
}

const EMPTIED = [
  'FormSubmission',
  'SubmissionDesk',
  'SubmissionAddition',
  'SubmissionNote',
  'Task',
  'SubmissionRequest',
  'FormSession',
  'ApplicantLink',
  'Document',
  'StatementReading',
  'Package',
  'PackageCopy',
  'Offer',
]

const select = { id: true, companyId: true, createdAt: true, pdfFile: true, legalHoldAt: true } as const

async function lockAll(tx: Tx, id: string, companyId: string): Promise<void> {
  await lockRows(tx, 'Company', [companyId], 'shared')
  await lockToDestroy(tx, id)
}

/** @throws AppError password_needed, not_found, conflict while it is on legal hold */
export async function deleteSubmission(
  services: Needs & Pick<Services, 'keys'>,
  by: AuditActor,
  { id, reason }: { id: string; reason: string },
): Promise<{ id: string }> {
  requireConfirmed(by.actor)
  const find = { where: { id }, select }
  const { companyId } = orNotFound(
    await services.db.as(by.actor).write((tx) => tx.submissionDesk.findUnique(find)),
  )
  const { files } = await services.db.system('job').write(async (tx) => {
    await lockAll(tx, id, companyId)
    const row = orNotFound(await tx.submissionDesk.findUnique(find))
    if (row.legalHoldAt) throw new AppError('conflict', serverMessages.onLegalHold)
    const key = services.keys.newDataKey(formSessionKeyContext(id, companyId)).wrapped
    return destroyRows(tx, row, { reason }, { ...by, key })
  })
  await removeFiles(services, files)
  return { id }
}

/** Frees the space of destroyed rows sooner than autovacuum would. */
async function freeSpace({ db, log }: Pick<Needs, 'db' | 'log'>): Promise<void> {
  try {
    await vacuum(db, 'INDEX_CLEANUP ON, TRUNCATE ON', EMPTIED)
  } catch (error) {
    log.warn({ err: error }, 'the space of destroyed submissions is left to autovacuum')
  }
}
