import type { FastifyBaseLogger } from 'fastify'
import pTimeout from 'p-timeout'
import type { KeyRing } from '../crypto/keys.ts'
import { openKeyRing, readKeys } from '../crypto/main-key.ts'
import type { KeyConfig } from '../crypto/main-key-store.ts'
import type { Database } from '../database/db.ts'
import { keepPresence } from '../../jobs/presence.ts'
import { repeat } from '../../jobs/repeat.ts'
import { isUnavailable } from '../../trpc/public-error.ts'
import { presenceName } from './servers.ts'

const POLL_MS = 1000
const ANNOUNCE_WITHIN_MS = 5000

/** The key ring of a server, which follows a change of keys and tells keys:rotate which keys it holds. */
export async function followKeys(
  config: KeyConfig,
  db: Database,
  url: string,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): Promise<{ keys: KeyRing; stop(): Promise<void> }> {
  const presence = keepPresence(url)
  try {
    // Seen before it reads the keys, so that keys:rotate waits for a server that starts.
    const announced = presence.announce(presenceName([]))
    await pTimeout(announced, { milliseconds: ANNOUNCE_WITHIN_MS, message: false })
    const keys = await openKeyRing(config, db)
    void presence.announce(presenceName(keys.ids))
    let failure = ''
    const look = async () => {
      const before = keys.ids.join()
      keys.useMainKeys(await readKeys(config, db))
      failure = ''
      if (keys.ids.join() === before) return
      void presence.announce(presenceName(keys.ids))
      log.info({ keys: keys.ids }, 'the main keys have changed')
    }
    const following = repeat(POLL_MS, () =>
      look().catch((error: unknown) => {
        // The database may be away, or a key's file not here yet: the keys at hand stay good.
        if (failure !== String(error) && !isUnavailable(error))
          log.error({ error }, 'the main keys cannot be read')
        failure = String(error)
      }),
    )
    return {
      keys,
      async stop() {
        await following.stop()
        await presence.close()
      },
    }
  } catch (error) {
    await presence.close()
    throw error
  }
}
