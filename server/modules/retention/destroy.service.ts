import { asSystem, withSystem } from '../../auth/actor.ts'
import { lockRow, lockRows } from '../../database/lock-row.ts'
import { removeFiles } from '../../files/remove-files.ts'
import type { Services } from '../../services.ts'
import { destroyRows } from './destroy-rows.ts'
import { daysInForce, destroyable, policySelect } from './due.ts'
import { findDue, type Due } from './find-due.ts'

type Needs = Pick<Services, 'db' | 'config' | 'storage' | 'log'>

/**
 * One transaction each, so that a failure holds up no other.
 *
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
  if (destroyed > 0) await vacuum(services)
  if (failure !== null) throw failure.cause
  return destroyed
}

/** Null if it was held, kept for longer or destroyed meanwhile. */
async function destroyOne(services: Needs, id: string, companyId: string, now: Date): Promise<Due | null> {
  const done = await withSystem(services.db, 'job', async (tx) => {
    await lockRows(tx, 'Company', [companyId], 'shared')
    await lockRow(tx, 'FormSession', id)
    await lockRow(tx, 'FormSubmission', id)
    const company = await tx.company.findUnique({ where: { id: companyId }, select: policySelect })
    const days = company && daysInForce(services, company, now)
    if (days === null) return null
    const row = await tx.formSubmission.findFirst({
      where: { ...destroyable(companyId, days, now), id },
      select: { id: true, companyId: true, createdAt: true, pdfFile: true },
    })
    return row && { ...row, ...(await destroyRows(tx, row, days)) }
  })
  if (done === null) return null
  await removeFiles(services, done.files)
  return { id, companyId, receivedAt: done.createdAt, documents: done.documents }
}

/** Frees the space of destroyed rows sooner than autovacuum would. */
async function vacuum({ db, log }: Pick<Needs, 'db' | 'log'>): Promise<void> {
  try {
    await asSystem(
      db,
      'maintenance',
      (client) =>
        client.$executeRaw`VACUUM (INDEX_CLEANUP ON, TRUNCATE ON) "FormSubmission", "SubmissionSearch", "SubmissionOwner", "SubmissionAddition", "SubmissionNote", "SubmissionRequest", "FormSession", "ApplicantLink", "Document"`,
    )
  } catch (error) {
    log.warn({ err: error }, 'the space of destroyed submissions is left to autovacuum')
  }
}
