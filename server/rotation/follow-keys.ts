import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { rotationMessages } from '#domain/messages/rotation'
import { knownKeys } from '../crypto/key-check.ts'
import { replaceableKeyRing, type KeyRing } from '../crypto/keys.ts'
import { openKeyRing, readKeyRing } from '../crypto/main-key.ts'
import type { KeyConfig } from '../crypto/main-key-store.ts'
import type { Database } from '../database/db.ts'
import { keepPresence } from '../jobs/presence.ts'
import { describeError } from '../http/log.ts'
import { presenceName } from './servers.ts'

/** How long a change of keys may stay unnoticed. */
const POLL_MS = 1000

/**
 * The key ring of a server, which follows a change of keys while it runs. What it holds is told to whoever changes them,
 * by the name of a connection (servers.ts): nothing is written under a new key before every server knows it, and no key
 * goes while a server still writes under it.
 *
 * @throws MainKeyError when what is stored cannot be read
 */
export async function followKeys(
  config: KeyConfig,
  db: Database,
  url: string,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
): Promise<{ keys: KeyRing; stop(): Promise<void> }> {
  const presence = keepPresence(url)
  const stopping = new AbortController()
  try {
    const { keys, replace } = replaceableKeyRing(await openKeyRing(config, db))
    presence.announce(presenceName(keys.ids))
    let seen = ''
    const lost = new Set<string>()
    const look = async () => {
      const { checks, retired } = await knownKeys(db)
      const now = JSON.stringify([checks.map(({ keyId, state }) => [keyId, state]), retired])
      if (now === seen) return
      const before = keys.currentId
      replace(await readKeyRing(config, db))
      presence.announce(presenceName(keys.ids))
      for (const key of keys.lostHeirlooms.filter((id) => !lost.has(id))) {
        lost.add(key)
        log.error({ key }, rotationMessages.damagedHeirloom(key))
      }
      if (keys.currentId !== before)
        log.info({ key: keys.currentId }, 'writing under another main key from now on')
      // A key that is announced may turn up any time.
      seen = checks.every(({ keyId }) => keys.ids.includes(keyId)) ? now : ''
    }
    await look()
    const following = (async () => {
      let failed = ''
      while (!stopping.signal.aborted) {
        await delay(POLL_MS, undefined, { signal: stopping.signal }).catch(() => {})
        if (stopping.signal.aborted) return
        try {
          await look()
          failed = ''
        } catch (error) {
          // The database may be away, or the key of another machine not be here: what is held stays good meanwhile.
          const { message, type } = describeError(error)
          if (failed !== message + type)
            log.error({ error: describeError(error) }, 'the main keys cannot be read')
          failed = message + type
        }
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
  } catch (error) {
    await presence.close()
    throw error
  }
}
