import { randomBytes } from 'node:crypto'
import { rotationMessages } from '#domain/messages/rotation'
import { asSystem } from '../auth/actor.ts'
import { announceNextKey } from '../crypto/key-check.ts'
import { MainKeyError } from '../crypto/main-key-error.ts'
import {
  keepKey,
  keepsKeyFiles,
  mainKey,
  mainKeysAtHand,
  removeKey,
  type KeyConfig,
} from '../crypto/main-key-store.ts'
import { KEY_BYTES } from '../crypto/seal.ts'
import type { Database } from '../database/db.ts'

/**
 * The next key's name. Where keys are files, it is made; else it came with the configuration.
 *
 * @param known the one that is announced already, if there is one
 * @throws MainKeyError when none was configured
 */
export async function announceNext(config: KeyConfig, db: Database, known: string | null): Promise<string> {
  if (known && (await mainKeysAtHand(config)).some(({ id }) => id === known)) return known
  if (!keepsKeyFiles(config)) throw new MainKeyError(rotationMessages.refusals.nothingToChangeTo)
  const made = mainKey(randomBytes(KEY_BYTES), '')
  // Known before it is kept: a file that no row knows would else be taken for that of a key to come, or gone. One that
  // was made known and whose file was never written gives way to it.
  await announceNextKey(db, made)
  await keepKey(config, made.bytes)
  return made.id
}

/** Removes the files of keys that are retired already. Was there one, and nothing else to do? */
export async function removeRetired(
  config: KeyConfig,
  db: Database,
  say: (line: string) => void,
): Promise<boolean> {
  const left = await asSystem(db, 'maintenance', (client) =>
    client.retiredKey.findMany({ where: { removedAt: null } }),
  )
  for (const { keyId } of left) {
    if (keepsKeyFiles(config)) await removeKey(config, keyId)
    const data = { removedAt: new Date() }
    await asSystem(db, 'maintenance', (client) => client.retiredKey.update({ where: { keyId }, data }))
    say(rotationMessages.endedLate(keyId))
  }
  return left.length > 0
}
