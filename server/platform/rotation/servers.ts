import { setTimeout as delay } from 'node:timers/promises'
import { rotationMessages } from '#domain/messages/rotation'
import { MainKeyError } from '../crypto/main-key-store.ts'
import type { Database } from '../database/db.ts'
import { SERVER_PRESENCE } from '../database/migrate.ts'

const LOOK_AGAIN_MS = 250

/** 46 of the 63 characters that PostgreSQL keeps, for the two keys that a ring holds while keys are changed. */
export const presenceName = (ids: readonly string[]): string =>
  `${SERVER_PRESENCE}${ids.slice(0, 2).join(',')}`

export type Waiting = { patienceMs: number; say: (line: string) => void }

/** @param isReady is given the keys that a server holds, the one it wraps under first */
export async function everyServer(
  db: Database,
  { patienceMs, say }: Waiting,
  isReady: (held: string[]) => boolean,
  advice: string,
): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (let before = 0; ;) {
    const waiting = (await serversKeys(db)).filter((held) => !isReady(held)).length
    if (waiting === 0) return
    if (performance.now() > deadline)
      throw new MainKeyError(rotationMessages.refusals.notTaken(waiting, advice))
    if (waiting !== before) say(rotationMessages.waitingForServers(waiting, patienceMs / 1000))
    before = waiting
    await delay(LOOK_AGAIN_MS)
  }
}

async function serversKeys(db: Database): Promise<string[][]> {
  // Of the primary, where servers keep the connection that tells of them.
  const rows = await db.system('maintenance').write(
    (client) => client.$queryRaw<{ name: string }[]>`
      SELECT application_name AS "name" FROM pg_stat_activity
      WHERE datname = current_database() AND starts_with(application_name, ${SERVER_PRESENCE})`,
  )
  return rows.map(({ name }) => name.slice(SERVER_PRESENCE.length).split(','))
}
