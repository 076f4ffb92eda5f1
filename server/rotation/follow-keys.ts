import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { rotationMessages } from '#domain/messages/rotation'
import type { KeyRing } from '../crypto/keys.ts'
import { openKeyRing, readKeys } from '../crypto/main-key.ts'
import type { KeyConfig } from '../crypto/main-key-store.ts'
import type { Database } from '../database/db.ts'
import { keepPresence } from '../jobs/presence.ts'
import { presenceName } from './servers.ts'

const POLL_MS = 1000

/**
 * The key ring of a server, which follows a change of keys while it runs. The name of a connection tells keys:rotate
 * which keys it holds (servers.ts), so nothing is wrapped under a key before every server can unwrap it.
 *
 * @throws MainKeyError when stored data could not be read
 */
export async function followKeys(
  config: KeyConfig,
  db: Database,
  url: string,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): Promise<{ keys: KeyRing; stop(): Promise<void> }> {
  const keys = await openKeyRing(config, db, (key) => log.error({ key }, rotationMessages.damagedMacKey(key)))
  const presence = keepPresence(url)
  presence.announce(presenceName(keys.ids))
  const stopping = new AbortController()
  const following = (async () => {
    let failure = ''
    while (!stopping.signal.aborted) {
      try {
        const before = keys.ids.join()
        const { current, others } = await readKeys(config, db)
        keys.useMainKeys(
          current.bytes,
          others.map(({ bytes }) => bytes),
        )
        failure = ''
        if (keys.ids.join() !== before) {
          presence.announce(presenceName(keys.ids))
          log.info({ keys: keys.ids }, 'the main keys have changed')
        }
      } catch (error) {
        // The database may be away, or a key's file not here yet: the keys at hand stay good.
        if (failure !== String(error)) log.error({ error }, 'the main keys cannot be read')
        failure = String(error)
      }
      await delay(POLL_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  })()
  return {
    keys,
    async stop() {
      stopping.abort()
      await following
      await presence.close()
    },
  }
}
