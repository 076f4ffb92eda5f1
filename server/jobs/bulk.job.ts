import { LIMITS } from '#domain/limits'
import { deskServerMessages } from '#domain/messages/server-desk'
import { findMaker } from '../auth/maker.ts'
import type { BulkAct } from '../desk/bulk.schema.ts'
import { openAct, performAct } from '../desk/bulk.service.ts'
import { AppError } from '../errors.ts'
import type { BulkJob } from '../generated/client.ts'
import type { Tx } from '../platform/database/db.ts'
import { addJob, type TaskPayloads } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'

type Needs = Omit<Services, 'mailer'>

const words = deskServerMessages.bulk

/** Does some of the rows that wait, and queues itself for the others. */
export async function runBulk(services: Needs, { id }: TaskPayloads['bulk']): Promise<void> {
  const { db } = services
  const rows = { where: { doneAt: null }, orderBy: { submissionId: 'asc' }, take: LIMITS.bulkBatch } as const
  const find = { where: { id }, include: { rows } }
  const job = await db.system('job').write((tx) => tx.bulkJob.findUnique(find))
  if (!job) return
  if (job.rows.length === 0) return db.system('job').write((tx) => forgetAct(tx, id))
  const act = openAct(services, job)
  for (const { submissionId } of job.rows) await doRow(services, job, act, submissionId)
  await db.system('job').write((tx) => addJob(tx, 'bulk', { id }))
}

/** What failed for another reason than the caller's, such as a lock, is tried once more. */
async function doRow(services: Needs, job: BulkJob, act: BulkAct, id: string, isLast = false): Promise<void> {
  try {
    const actor = await findMaker(services, job)
    if (!actor) throw new AppError('forbidden', words.makerLost)
    await performAct(services, { actor, ip: job.ip }, act, id, async (tx) => {
      // A worker that was taken for dead may have done it; then this act is taken back.
      if ((await endRows(tx, job.id, { submissionId: id })) === 0) throw new AppError('conflict')
    })
  } catch (error) {
    const isKnown = error instanceof AppError && error.status < 500
    if (!isKnown && !isLast) return doRow(services, job, act, id, true)
    if (!isKnown) services.log.error({ err: error, job: job.id }, 'could not do a part of a job')
    const failure = isKnown ? error.message : words.failed
    await services.db.system('job').write((tx) => endRows(tx, job.id, { submissionId: id, failure }))
  }
}

async function endRows(tx: Tx, jobId: string, end: { submissionId?: string; failure?: string }) {
  const { failure = null, ...one } = end
  const where = { jobId, doneAt: null, ...one }
  const { count } = await tx.bulkRow.updateMany({ where, data: { doneAt: new Date(), failure } })
  return count
}

export async function failBulk({ db, log }: Pick<Services, 'db' | 'log'>, { id }: TaskPayloads['bulk']) {
  log.error({ job: id }, 'gave a job up')
  await db.system('job').write(async (tx) => {
    await endRows(tx, id, { failure: words.failed })
    await forgetAct(tx, id)
  })
}

/** Removes the questions and message from the job; each submission has its own copy, encrypted. */
async function forgetAct(tx: Tx, id: string): Promise<void> {
  await tx.bulkJob.updateMany({ where: { id }, data: { act: {}, sealedAct: null } })
}
