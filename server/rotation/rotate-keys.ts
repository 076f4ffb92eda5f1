import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { asSystem } from '../auth/actor.ts'
import { announceNextKey } from '../crypto/key-check.ts'
import { replaceableKeyRing, type KeyRing } from '../crypto/keys.ts'
import { MainKeyError } from '../crypto/main-key-error.ts'
import { openKeyRing, readKeyRing } from '../crypto/main-key.ts'
import {
  keepKey,
  keepsKeyFiles,
  keysFolder,
  mainKey,
  mainKeysAtHand,
  removeKey,
  type KeyConfig,
} from '../crypto/main-key-store.ts'
import { KEY_BYTES } from '../crypto/seal.ts'
import type { Database } from '../database/db.ts'
import type { Storage } from '../files/storage.ts'
import { messageOf } from '../system-error.ts'
import { reencryptAll, type Work } from './re-encrypt-all.ts'
import { serversKeys } from './servers.ts'
import { retireKey, switchToNext } from './states.ts'

type Needs = {
  config: KeyConfig
  db: Database
  storage: Storage
  say: (line: string) => void
  patienceMs?: number
}

/** Servers that look every second have noticed by then, or never will. */
const PATIENCE_MS = 60_000
const LOOK_AGAIN_MS = 250
/** Where others write without a pause, asking ever so often for their tables would only slow them down. */
const LONGEST_PAUSE_MS = 5000

/**
 * Changes the main key while servers run, or goes on where a change was cut off:
 *
 * 1. a new key is announced, and every running server knows it;
 * 2. it becomes the current one, and every running server writes under it;
 * 3. everything that is under the one before is encrypted anew;
 * 4. once nothing is, the one before is retired, and its file removed.
 *
 * @throws MainKeyError with one line that says what to do
 */
export async function rotateKeys({
  config,
  db,
  storage,
  say,
  patienceMs = PATIENCE_MS,
}: Needs): Promise<void> {
  const began = performance.now()
  if (await removeRetired(config, db, say)) return
  const { keys, replace } = replaceableKeyRing(await openKeyRing(config, db))
  const reread = async () => replace(await readKeyRing(config, db))
  const before = await checks(db)
  if (before.previous) {
    say(`Going on with the change from key ${before.previous} to ${before.current}`)
  } else {
    const next = await announced(config, db, before)
    await reread()
    say(`Changing from key ${before.current} to ${next}`)
    await everyServer(db, patienceMs, (held) => held.includes(next), howToTell(config, next))
    await switchToNext(db, next)
    await reread()
  }
  const isCurrent = (held: string[]) => held[0] === keys.currentId
  await everyServer(db, patienceMs, isCurrent, 'restart it')

  const { previous } = await checks(db)
  if (!previous) throw new MainKeyError('Somebody else has changed the keys meanwhile; run this again')
  const done = await reencryptUntilNoneIsLeft({ db, keys, storage }, previous, say)
  await removeRetired(config, db, () => {})
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  say(
    `Encrypted anew in ${seconds} s: ${done.rows} rows and ${done.files} files; nothing is left under key ${previous}`,
  )
  for (const name of done.lost) say(`This file was missing or damaged before, and stays so: ${name}`)
  say(
    keepsKeyFiles(config)
      ? `Back up ${keysFolder(config)} now. Backups made until now need the key ${previous}, from a backup of that folder`
      : 'Unset ENCRYPTION_KEY_PREVIOUS. Backups made until now need the key that was in it',
  )
  await tidy(db, say)
}

/** Rows that were written anew leave holes, and lists are read from indexes alone only after this. */
async function tidy(db: Database, say: (line: string) => void): Promise<void> {
  try {
    await asSystem(db, 'maintenance', (client) =>
      client.$executeRawUnsafe('VACUUM (ANALYZE) "FormSubmission"'),
    )
  } catch (error) {
    say(
      `The table FormSubmission could not be vacuumed, so lists may be slow for a while: ${messageOf(error)}`,
    )
  }
}

async function reencryptUntilNoneIsLeft(
  services: { db: Database; keys: KeyRing; storage: Storage },
  previous: string,
  say: (line: string) => void,
): Promise<Work> {
  const total: Work = { rows: 0, files: 0, lost: [], failed: [] }
  for (let pause = LOOK_AGAIN_MS; ;) {
    const work = await reencryptAll(services, say)
    total.rows += work.rows
    total.files += work.files
    total.lost.push(...work.lost)
    if (work.failed.length > 0) {
      for (const failure of work.failed) say(failure)
      throw new MainKeyError(
        `${work.failed.length} records could not be encrypted anew, so the key ${previous} stays; put them right and run this again`,
      )
    }
    const outcome = await retireKey(services.db, services.keys, previous)
    if (outcome === 'retired') return total
    if (outcome === 'busy') {
      await delay(pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
  }
}

/** The next key's name. Where keys are files, it is made; else it came with the configuration. */
async function announced(config: KeyConfig, db: Database, { next }: Checks): Promise<string> {
  if (next && (await mainKeysAtHand(config)).some(({ id }) => id === next)) return next
  if (!keepsKeyFiles(config)) {
    throw new MainKeyError(
      'There is nothing to change to: set ENCRYPTION_KEY to a new key (openssl rand -base64 32), ' +
        'ENCRYPTION_KEY_PREVIOUS to the one before, and restart every server with both',
    )
  }
  const made = mainKey(randomBytes(KEY_BYTES), '')
  // Known before it is kept: a file that no row knows would else be taken for that of a key to come, or gone. One that
  // was made known and whose file was never written gives way to it.
  await announceNextKey(db, made)
  await keepKey(config, made.bytes)
  return made.id
}

/** Removes the files of keys that are retired already. Was there one, and nothing else to do? */
async function removeRetired(config: KeyConfig, db: Database, say: (line: string) => void): Promise<boolean> {
  const left = await asSystem(db, 'maintenance', (client) =>
    client.retiredKey.findMany({ where: { removedAt: null } }),
  )
  for (const { keyId } of left) {
    if (keepsKeyFiles(config)) await removeKey(config, keyId)
    const data = { removedAt: new Date() }
    await asSystem(db, 'maintenance', (client) => client.retiredKey.update({ where: { keyId }, data }))
    say(`The change from key ${keyId} was complete but for its end; the key is removed now`)
  }
  return left.length > 0
}

/** Waits until every running server holds the keys as it should. @throws MainKeyError */
async function everyServer(
  db: Database,
  patienceMs: number,
  isReady: (held: string[]) => boolean,
  advice: string,
): Promise<void> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const waiting = (await serversKeys(db)).filter((held) => !isReady(held)).length
    if (waiting === 0) return
    if (performance.now() > deadline) {
      throw new MainKeyError(
        `${waiting === 1 ? 'A server does' : `${waiting} servers do`} not take the new key; ${advice}, and run this again`,
      )
    }
    await delay(LOOK_AGAIN_MS)
  }
}

const howToTell = (config: KeyConfig, next: string): string =>
  keepsKeyFiles(config)
    ? `it has to see the file of the key ${next} in ${keysFolder(config)}`
    : 'restart it with ENCRYPTION_KEY and ENCRYPTION_KEY_PREVIOUS as they are here'

type Checks = { current: string; next: string | null; previous: string | null }

async function checks(db: Database): Promise<Checks> {
  const rows = await asSystem(db, 'maintenance', (client) => client.keyCheck.findMany())
  const of = (wanted: string) => rows.find(({ state }) => state === wanted)?.keyId ?? null
  return { current: of('current') ?? '', next: of('next'), previous: of('previous') }
}
