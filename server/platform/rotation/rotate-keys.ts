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
import type { Database, Tx } from '../database/db.ts'
import { isAnyUnderOther, rewrapAll } from './rewrap.ts'
import { everyServer, type Waiting } from './servers.ts'
import { LOCKS } from '../database/locks.ts'
import { recordEvent, SYSTEM } from '../../events/record-event.ts'

type Needs = { config: KeyConfig; db: Database; say: (line: string) => void; patienceMs?: number }

const PATIENCE_MS = 60_000
const LOOK_AGAIN_MS = 250

const { advice, refusals, ...words } = rotationMessages

/**
 * Changes the main key while servers run, or goes on where a change was cut off:
 * 1. a new key is announced, and every running server holds it;
 * 2. it becomes the current key, and every running server wraps under it;
 * 3. all keys that the previous key wraps are wrapped again;
 * 4. writes under the previous key are refused; once older transactions have ended, step 3 is done again;
 * 5. the previous key is given up, and its file removed.
 * @throws MainKeyError with one line that says what to do
 */
export async function rotateKeys({ config, db, say, patienceMs = PATIENCE_MS }: Needs): Promise<void> {
  const began = performance.now()
  const waiting = { patienceMs, say }
  if (await removeRetired(config, db, say)) return
  const keys = await openKeyRing(config, db)
  const before = await keyStates(db)
  if (before.previous) {
    say(words.goingOn(before.previous, before.current))
  } else {
    const next = await announceNext(config, db, before.next)
    say(words.changing(before.current, next))
    await everyServer(db, waiting, (held) => held.includes(next), howToTell(config, next))
    await switchToNext(db, next)
    keys.useMainKeys(await readKeys(config, db))
  }
  await everyServer(db, waiting, (held) => held[0] === keys.currentId, advice.restart)

  const { previous } = await keyStates(db)
  if (!previous) throw new MainKeyError(refusals.changedMeanwhile)
  let rows = await rewrapUntilNoneIsLeft(db, keys, previous, say)
  await refuseWritesUnder(db, previous)
  await openTransactionsEnd(db, waiting)
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
  const left = await db
    .system('maintenance')
    .read((client) =>
      client.retiredKey.findMany({ where: { removedAt: null, keyId: { notIn: [current, previous ?? ''] } } }),
    )
  for (const { keyId } of left) {
    if (keepsKeyFiles(config)) await removeKey(config, keyId)
    const data = { removedAt: new Date() }
    await db.system('maintenance').write((client) => client.retiredKey.update({ where: { keyId }, data }))
    say(words.endedLate(keyId))
  }
  return left.length > 0
}

const howToTell = (config: KeyConfig, next: string): string =>
  keepsKeyFiles(config) ? advice.seeFile(next, keysFolder(config)) : advice.restartWithBoth

type Transaction = { id: string; pid: number }

const LOCKS_AGAIN_MS = 100

/** After this, the rows of transactions that are open now are visible. Unlike locked tables, it holds up no writer. */
async function openTransactionsEnd(db: Database, { patienceMs, say }: Waiting): Promise<void> {
  const deadline = performance.now() + patienceMs
  let open = await openTransactions(db)
  let isTold = false
  while (open.length > 0) {
    if (performance.now() > deadline)
      throw new MainKeyError(rotationMessages.refusals.transactionsOpen(open.length))
    await delay(LOCKS_AGAIN_MS)
    const still = new Set((await openTransactions(db)).map(({ id }) => id))
    open = open.filter(({ id }) => still.has(id))
    // Most end within that pause.
    if (open.length === 0 || isTold) continue
    isTold = true
    const processes = open.map(({ pid }) => pid)
    say(rotationMessages.waitingForTransactions(processes, patienceMs / 1000))
  }
}

/** Those of the primary: virtual transaction ids, which no later transaction reuses; those of autovacuum have no user. */
const openTransactions = (db: Database): Promise<Transaction[]> =>
  db.system('maintenance').write(
    (client) => client.$queryRaw<Transaction[]>`
      SELECT "virtualxid" AS "id", pg_stat_activity.pid FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'virtualxid' AND granted AND mode = 'ExclusiveLock' AND pid <> pg_backend_pid()
        AND datname = current_database() AND usename IS NOT NULL`,
  )

type KeyStates = { current: string; next: string | null; previous: string | null }

export async function keyStates(db: Database): Promise<KeyStates> {
  const rows = await db.system('maintenance').read((client) => client.keyCheck.findMany())
  const find = (wanted: string) => rows.find(({ state }) => state === wanted)?.keyId ?? null
  return { current: find('current') ?? '', next: find('next'), previous: find('previous') }
}

export async function switchToNext(db: Database, next: string): Promise<void> {
  await db.system('maintenance').write(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.keyCheck})`
    const before = await tx.keyCheck.update({ where: { state: 'current' }, data: { state: 'previous' } })
    await tx.keyCheck.update({ where: { keyId: next, state: 'next' }, data: { state: 'current' } })
    await recordKeyChange(tx, 'key-change-begun', before.keyId, next)
  })
}

/** From here on triggers refuse rows that are wrapped under the key. */
export const refuseWritesUnder = async (db: Database, keyId: string): Promise<void> => {
  await db
    .system('maintenance')
    .write((client) => client.retiredKey.createMany({ data: { keyId }, skipDuplicates: true }))
}

export async function endChange(db: Database, previous: string, current: string): Promise<void> {
  await db.system('maintenance').write(async (tx) => {
    await tx.keyCheck.delete({ where: { keyId: previous, state: 'previous' } })
    await recordKeyChange(tx, 'key-change-ended', previous, current)
  })
}

/** In the transaction of the change, so that the log has it once, however often the command is killed. */
const recordKeyChange = (
  tx: Tx,
  act: 'key-change-begun' | 'key-change-ended',
  from: string,
  to: string,
): Promise<void> =>
  recordEvent(tx, {
    companyId: null,
    actor: SYSTEM,
    act,
    objectType: 'key',
    objectId: to,
    ip: '',
    detail: { from, to },
  })
