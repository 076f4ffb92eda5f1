import { getOwn } from '#domain/get-own'
import { asSystem } from '../auth/actor.ts'
import { Prisma } from '../generated/client.ts'
import { addJob, type TaskPayloads } from '../queue/add-job.ts'
import type { Services } from '../services.ts'
import { UPGRADE_STEPS, type UpgradeName } from '../upgrade/steps.ts'
import type { UpgradeStep } from '../upgrade/upgrade-step.ts'

/** Rows up to the id `after` are done, `rows` of them; `unreadable` ones stay unchanged. */
type Progress = TaskPayloads['upgrade']

export const upgradeFromStart = (step: UpgradeName): Progress => ({ step, after: '', rows: 0, unreadable: 0 })

const BATCH = 200

/** Upgrades one batch and queues the next; a crash loses the work of one batch at most. */
export async function upgrade(
  services: Pick<Services, 'db' | 'keys' | 'log'>,
  { step, after, rows, unreadable }: Progress,
): Promise<void> {
  const { db, log } = services
  const { table, pending, mend } = findStep(step)
  const found = await asSystem(
    db,
    'maintenance',
    (client) => client.$queryRaw<{ id: string }[]>`
      SELECT s."id" FROM ${Prisma.raw(`"${table}"`)} s WHERE ${pending} AND s."id" > ${after} ORDER BY s."id" LIMIT ${BATCH}`,
  )
  const ids = found.map(({ id }) => id)
  const last = ids.at(-1)
  if (last === undefined) {
    if (rows === 0) return
    await vacuum(services, table)
    log.info({ step, rows, unreadable }, 'upgraded stored records')
    return
  }
  if (rows === 0) log.info({ step }, 'upgrading stored records')
  const failed = await mend(services, ids)
  const next = { step, after: last, rows: rows + ids.length, unreadable: unreadable + failed.length }
  await asSystem(db, 'maintenance', (client) => addJob(client, 'upgrade', next))
}

function findStep(name: string): UpgradeStep {
  const step = getOwn<UpgradeStep>(UPGRADE_STEPS, name)
  if (!step) throw new Error(`Unknown upgrade step: ${name}`)
  return step
}

/** Removes old row versions from the table's file; until then lists can't use index-only scans. */
async function vacuum({ db, log }: Pick<Services, 'db' | 'log'>, table: string): Promise<void> {
  try {
    await asSystem(db, 'maintenance', (client) => client.$executeRawUnsafe(`VACUUM (ANALYZE) "${table}"`))
  } catch (err) {
    log.warn({ err, table }, 'could not vacuum an upgraded table')
  }
}
