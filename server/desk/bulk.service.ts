import { canPerform } from '#domain/actions'
import { LIMITS } from '#domain/limits'
import { deskServerMessages } from '#domain/messages/server-desk'
import { reachesAllCompanies } from '#domain/permissions'
import type { Actor } from '../auth/actor.ts'
import { throttle, throttleBy } from '../auth/throttle.ts'
import { AppError, orNotFound } from '../errors.ts'
import { Prisma, type BulkJob } from '../generated/client.ts'
import type { AuditActor } from '../events/record-event.ts'
import { uuidV7 } from '../lib/uuid.ts'
import { bulkActContext } from '../platform/crypto/contexts.ts'
import type { Tx } from '../platform/database/db.ts'
import { addJob } from '../platform/queue/add-job.ts'
import { askApplicant } from '../requests/request.service.ts'
import type { Services } from '../services.ts'
import { toCondition } from '../submissions/list/condition.ts'
import { assign } from './assignees.ts'
import { bulkAct, type BulkAct, type BulkInput, type Job } from './bulk.schema.ts'
import { moveStatus } from './move-status.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'readLimits' | 'config' | 'publicUrl'>

const words = deskServerMessages.bulk

/** Fixes the rows; a worker does the act for one after another. @throws AppError conflict, too_many_requests */
export async function startBulk(
  services: Needs,
  { actor, ip }: AuditActor,
  { ids, filter, expected, ...sent }: BulkInput,
): Promise<Job> {
  await throttle(services, 'bulkPerPerson', actor.userId)
  const companyId = reachesAllCompanies(actor) ? null : orNotFound(actor.companyId)
  const found = ids ? [...new Set(ids)] : await findMatching(services, actor, filter)
  if (!ids && found.length !== expected) throw new AppError('conflict', words.otherCount)
  await throttleBy(found.length, services, 'bulkRowsPerPerson', actor.userId)
  const maker = { userId: actor.userId, apiKeyId: actor.apiKey?.id ?? null }
  const id = uuidV7()
  await services.db.as(actor).write(async (tx) => {
    const act = toStoredAct(services, id, bulkAct.parse(sent))
    await tx.bulkJob.create({ data: { id, companyId, ...maker, ip, ...act, total: found.length } })
    await tx.bulkRow.createMany({
      data: found.map((submissionId) => ({ jobId: id, companyId, submissionId })),
    })
    await addJob(tx, 'bulk', { id })
  })
  return readJob(services, { actor, ip }, { id })
}

/** Questions, messages and reasons tell of applicants. */
const toStoredAct = ({ keys }: Pick<Services, 'keys'>, id: string, act: BulkAct) => ({
  act: {},
  sealedAct: keys.wrap(Buffer.from(JSON.stringify(act)), bulkActContext(id)),
})

export const openAct = ({ keys }: Pick<Services, 'keys'>, { id, act, sealedAct }: BulkJob): BulkAct =>
  bulkAct.parse(sealedAct ? JSON.parse(keys.unwrap(sealedAct, bulkActContext(id)).toString()) : act)

async function findMatching(services: Needs, actor: Actor, filter: BulkInput['filter']): Promise<string[]> {
  const { from, sql, as } = await toCondition(services, actor, filter)
  const statement = Prisma.sql`SELECT s."id" FROM ${from} AS s WHERE ${sql} LIMIT ${LIMITS.bulkRows + 1}`
  return (await services.db.as(as).query<{ id: string }>('', statement)).map(({ id }) => id)
}

/** For its maker alone. */
export const readJob = (
  { db }: Pick<Services, 'db'>,
  { actor }: AuditActor,
  { id }: { id: string },
): Promise<Job> =>
  db.as(actor).write(async (tx) => {
    const where = { id, userId: actor.userId, apiKeyId: actor.apiKey?.id ?? null }
    const { total } = orNotFound(await tx.bulkJob.findFirst({ where, select: { total: true } }))
    const ofJob = { jobId: id }
    const waiting = await tx.bulkRow.count({ where: { ...ofJob, doneAt: null } })
    const done = await tx.bulkRow.count({ where: { ...ofJob, doneAt: { not: null }, failure: null } })
    const failures =
      waiting > 0
        ? []
        : await tx.bulkRow.findMany({
            where: { ...ofJob, failure: { not: null } },
            orderBy: { submissionId: 'asc' },
          })
    return {
      id,
      state: waiting > 0 ? 'running' : 'done',
      done,
      failed: total - done - waiting,
      total,
      failures: failures.map(({ submissionId, failure }) => ({ id: submissionId, error: failure ?? '' })),
    }
  })

/** As the call for one submission does it. @param end is done last, in the same transaction */
export async function performAct(
  services: Needs,
  by: AuditActor,
  act: BulkAct,
  id: string,
  end: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (!canPerform(by.actor, 'submission.update')) throw new AppError('forbidden', words.makerLost)
  if (act.action === 'request') {
    await askApplicant(services, by, { id, items: act.items, message: act.message }, end)
    return
  }
  const canDecide = canPerform(by.actor, 'submission.decide')
  await services.db.as(by.actor).write(async (tx) => {
    if (act.action === 'assign') await assign(tx, by, { id, userId: act.userId, teamId: act.teamId })
    else {
      const { status, reason, reasonText } = act
      await moveStatus(tx, by, { id, status, reason, reasonText, keys: services.keys, canDecide })
    }
    await end(tx)
  })
}
