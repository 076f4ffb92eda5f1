import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { rotationMessages } from '#domain/messages/rotation'
import { announceNextKey } from '../crypto/key-check.ts'
import type { KeyRing } from '../crypto/keys.ts'
import { openKeyRing, readKeys } from '../crypto/main-key.ts'
import {
  keepKey,
  keepsKeyFiles,
  keysFolder,
  MainKeyError,
  mainKey,
  mainKeysAtHand,
  removeKey,
  type KeyConfig,
} from '../crypto/main-key-store.ts'
import { KEY_BYTES } from '../crypto/seal.ts'
import type { Database } from '../database/db.ts'
import { asSystem } from '../database/transactions.ts'
import { endChange, keyStates, refuseWritesUnder, switchToNext } from './key-states.ts'
import { openTransactionsEnd } from './open-transactions.ts'
import { isAnyUnderOther, rewrapAll } from './rewrap.ts'
import { everyServer } from './servers.ts'

type Needs = { config: KeyConfig; db: Database; say: (line: string) => void; patienceMs?: number }

const PATIENCE_MS = 60_000
const LOOK_AGAIN_MS = 250

const { advice, refusals, ...words } = rotationMessages

/**
 * Changes the main key while servers run, or goes on where a change was cut off:
 *
 * 1. a new key is announced, and every running server holds it;
 * 2. it becomes the current key, and every running server wraps under it;
 * 3. all keys that the previous key wraps are wrapped again;
 * 4. writes under the previous key are refused; once older transactions have ended, step 3 is done again;
 * 5. the previous key is given up, and its file removed.
 *
 * @throws MainKeyError with one line that says what to do
 */
export async function rotateKeys({ config, db, say, patienceMs = PATIENCE_MS }: Needs): Promise<void> {
  const began = performance.now()
  if (await removeRetired(config, db, say)) return
  const keys = await openKeyRing(config, db)
  const before = await keyStates(db)
  if (before.previous) {
    say(words.goingOn(before.previous, before.current))
  } else {
    const next = await announceNext(config, db, before.next)
    say(words.changing(before.current, next))
    await everyServer(db, patienceMs, (held) => held.includes(next), howToTell(config, next))
    await switchToNext(db, next)
    keys.useMainKeys(await readKeys(config, db))
  }
  await everyServer(db, patienceMs, (held) => held[0] === keys.currentId, advice.restart)

  const { previous } = await keyStates(db)
  if (!previous) throw new MainKeyError(refusals.changedMeanwhile)
  let rows = await rewrapUntilNoneIsLeft(db, keys, previous, say)
  await refuseWritesUnder(db, previous)
  await openTransactionsEnd(db, patienceMs)
  rows += await rewrapUntilNoneIsLeft(db, keys, previous, say)
  await endChange(db, previous, keys.currentId)
  await removeRetired(config, db, () => {})
  say(words.done(((performance.now() - began) / 1000).toFixed(1), rows, previous))
  say(keepsKeyFiles(config) ? words.backUp(keysFolder(config), previous) : words.unset)
}

/** The id of the next key: of a new file, or from the configuration. `known` is the key that is announced already. */
async function announceNext(config: KeyConfig, db: Database, known: string | null): Promise<string> {
  if (known && (await mainKeysAtHand(config)).some(({ id }) => id === known)) return known
  if (!keepsKeyFiles(config)) throw new MainKeyError(refusals.nothingToChangeTo)
  const made = mainKey(randomBytes(KEY_BYTES), '')
  // The row comes before the file, as nothing could tell what a file without a row is. A row without its file, left by a
  // killed command, is replaced.
  await announceNextKey(db, made, (await readKeys(config, db)).hashKeys)
  await keepKey(config, made.bytes)
  return made.id
}

async function rewrapUntilNoneIsLeft(
  db: Database,
  keys: KeyRing,
  previous: string,
  say: (line: string) => void,
): Promise<number> {
  for (let total = 0; ;) {
    const { rows, failed } = await rewrapAll(db, keys, say)
    total += rows
    failed.forEach(say)
    if (failed.length > 0) throw new MainKeyError(refusals.stays(failed.length, previous))
    if (!(await isAnyUnderOther(db, keys.currentId))) return total
    await delay(LOOK_AGAIN_MS)
  }
}

/** Removes the files of keys that were given up. @returns whether a change was complete but for that */
async function removeRetired(config: KeyConfig, db: Database, say: (line: string) => void): Promise<boolean> {
  const { current, previous } = await keyStates(db)
  const left = await asSystem(db, 'maintenance', (client) =>
    client.retiredKey.findMany({ where: { removedAt: null, keyId: { notIn: [current, previous ?? ''] } } }),
  )
  for (const { keyId } of left) {
    if (keepsKeyFiles(config)) await removeKey(config, keyId)
    const data = { removedAt: new Date() }
    await asSystem(db, 'maintenance', (client) => client.retiredKey.update({ where: { keyId }, data }))
    say(words.endedLate(keyId))
  }
  return left.length > 0
}

const howToTell = (config: KeyConfig, next: string): string =>
  keepsKeyFiles(config) ? advice.seeFile(next, keysFolder(config)) : advice.restartWithBoth
