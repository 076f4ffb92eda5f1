import pg from 'pg'
import { rotationMessages } from '#domain/messages/rotation'
import { LOCKS } from '../database/locks.ts'
import { MainKeyError } from '../crypto/main-key-store.ts'

/**
 * Lets one process at a time change keys or make a backup; a killed one lets go by itself.
 * @param onLost told when the connection breaks, after which another may begin
 * @throws MainKeyError when another process holds the lock
 */
export async function holdRotationLock(
  url: string,
  onLost: () => void,
): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  client.on('error', onLost)
  await client.connect()
  const { rows } = await client.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [
    LOCKS.keyRotation,
  ])
  if (!rows[0]?.held) {
    await client.end()
    throw new MainKeyError(rotationMessages.refusals.running)
  }
  return { release: () => client.end() }
}
