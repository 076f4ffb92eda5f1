import { asSystem } from '../auth/actor.ts'
import type { Config } from '../config.ts'
import type { Services } from '../services.ts'
import { uuidFloor } from '../uuid.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Forgets what is kept of a main key that was changed, once no applicant's token of before can count any more: those
 * without a session's row are too old, and every session that began before has ended.
 */
export async function removeRetiredMacKeys({
  db,
  config,
}: Pick<Services, 'db'> & { config: Pick<Config, 'draftDays'> }): Promise<void> {
  const before = new Date(Date.now() - config.draftDays * DAY_MS)
  const kept = await asSystem(db, 'maintenance', (client) =>
    client.retiredKey.findMany({
      where: { formSessionMac: { not: null }, retiredAt: { lt: before } },
      select: { keyId: true, retiredAt: true },
    }),
  )
  for (const { keyId, retiredAt } of kept) {
    // A session's id tells when its token was made.
    const open = { id: { lt: uuidFloor(retiredAt) }, submittedAt: null, expiresAt: { gt: new Date() } }
    const isNeeded = await asSystem(db, 'maintenance', (client) =>
      client.formSession.findFirst({ where: open }),
    )
    if (isNeeded) continue
    const data = { formSessionMac: null }
    await asSystem(db, 'maintenance', (client) => client.retiredKey.update({ where: { keyId }, data }))
  }
}
