import { z } from 'zod'
import { asSystem } from '../auth/actor.ts'
import { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'
import { UPGRADE_NAMES, UPGRADE_STEPS, type UpgradeName } from '../upgrade/steps.ts'
import { addJobSql, upgradeKey } from './queue.ts'

/** How far a step has come: all rows up to the id `after` were looked at, `rows` of them; `unreadable` stay as they were. */
export const upgradeProgress = z.object({
  step: z.enum(UPGRADE_NAMES),
  after: z.string(),
  rows: z.number(),
  unreadable: z.number(),
})
export type UpgradeProgress = z.infer<typeof upgradeProgress>

export const upgradeFromStart = (step: UpgradeName): UpgradeProgress => ({
  step,
  after: '',
  rows: 0,
  unreadable: 0,
})

const BATCH = 200

/** Brings one batch up to date and queues the next, so that a stop or a crash at any point loses one batch's work at most. */
export async function upgrade(
  services: Pick<Services, 'db' | 'keys' | 'log'>,
  { step, after, rows, unreadable }: UpgradeProgress,
): Promise<void> {
  const { db, log } = services
  const { table, pending, mend } = UPGRADE_STEPS[step]
  const found = await asSystem(
    db,
    'maintenance',
    (client) => client.$queryRaw<{ id: string }[]>`
      SELECT s."id" FROM ${Prisma.raw(`"${table}"`)} s WHERE ${pending} AND s."id" > ${after} ORDER BY s."id" LIMIT ${BATCH}`,
  )
  const last = found.at(-1)
  if (!last) {
    if (rows === 0) return
    await vacuum(services, table)
    log.info({ step, rows, unreadable }, 'stored records are up to date')
    return
  }
  if (rows === 0) log.info({ step }, 'stored records are being brought up to date')
  const failed = await mend(
    services,
    found.map(({ id }) => id),
  )
  const next = {
    step,
    after: last.id,
    rows: rows + found.length,
    unreadable: unreadable + failed.length,
  }
  await asSystem(
    db,
    'maintenance',
    (client) => client.$executeRaw`SELECT 1 FROM ${addJobSql('upgrade', next, upgradeKey(step))}`,
  )
}

/** Else the rows as they were stay in the table's file for a while, and lists are not read from indexes alone. */
async function vacuum({ db, log }: Pick<Services, 'db' | 'log'>, table: string): Promise<void> {
  try {
    await asSystem(db, 'maintenance', (client) => client.$executeRawUnsafe(`VACUUM (ANALYZE) "${table}"`))
  } catch (err) {
    log.warn({ err, table }, 'a table that was brought up to date could not be vacuumed')
  }
}
