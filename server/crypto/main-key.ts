import { asSystem } from '../auth/actor.ts'
import type { Database } from '../database/db.ts'
import { announceNextKey, knownKeys, prove, writeFirstCheck, type KnownKeys } from './key-check.ts'
import { createKeyRing, type KeyRing } from './keys.ts'
import { MainKeyError } from './main-key-error.ts'
import {
  keepsKeyFiles,
  keysFolder,
  mainKeysAtHand,
  makeFirstKey,
  type KeyConfig,
  type MainKey,
} from './main-key-store.ts'

const MAKE_ONE = 'make one with `openssl rand -base64 32` and keep a copy apart from the database'

/**
 * The key ring of this installation. The main key is ENCRYPTION_KEY, else the file DATA_DIR/keys/main.key, made on the
 * first start with the embedded database. Rows of KeyCheck prove that they are the keys the data was written under; a
 * key is never made where ciphertext is present (security.md 19).
 *
 * @throws MainKeyError with one line that says what to do
 */
export async function openKeyRing(config: KeyConfig, db: Database): Promise<KeyRing> {
  const known = await knownKeys(db)
  const atHand = await mainKeysAtHand(config)
  if (known.checks.length === 0) {
    const first = await firstKey(config, db, atHand)
    await writeFirstCheck(db, first)
    return createKeyRing(first.bytes)
  }
  const ring = createRing(config, known, atHand)
  const [given] = atHand
  // Keys that people make are known by being handed over, along with the one that is proven.
  if (!keepsKeyFiles(config) && given && !ring.ids.includes(given.id)) {
    if (known.retired.includes(given.id)) {
      throw new MainKeyError(
        `ENCRYPTION_KEY is the key ${given.id}, which was changed for another; ${MAKE_ONE}`,
      )
    }
    await announceNextKey(db, given)
    return readKeyRing(config, db)
  }
  return ring
}

/** The same for a database that knows its keys, and without changing anything. @throws MainKeyError */
export const readKeyRing = async (config: KeyConfig, db: Database): Promise<KeyRing> =>
  createRing(config, await knownKeys(db), await mainKeysAtHand(config))

/** Every key that something may be under has to be there and proven; one that is only announced may come later. */
function createRing(config: KeyConfig, { checks, heirlooms }: KnownKeys, atHand: MainKey[]): KeyRing {
  if (checks.length === 0)
    throw new MainKeyError('The table KeyCheck is empty; no server was started yet, or it was tampered with')
  const found = checks.map((check) => ({ ...check, key: atHand.find(({ id }) => id === check.keyId) }))
  const missing = found.filter(({ key, state }) => !key && state !== 'next').map(({ keyId }) => keyId)
  if (missing.length > 0) throw new MainKeyError(whatIsMissing(config, missing, checks.length, atHand))
  const keys = found.flatMap(({ key, ...check }) => (key ? [{ ...check, key }] : []))
  for (const { key, sealed } of keys) prove(key, sealed)
  const current = keys.find(({ state }) => state === 'current')
  if (!current) throw new MainKeyError('The table KeyCheck names no current key; it was tampered with')
  const others = keys.filter((one) => one !== current).map(({ key }) => key.bytes)
  return createKeyRing(current.key.bytes, others, heirlooms)
}

async function firstKey(config: KeyConfig, db: Database, atHand: MainKey[]): Promise<MainKey> {
  const used = await keysInUse(db)
  if (!keepsKeyFiles(config)) {
    const [given] = atHand
    if (!given)
      throw new MainKeyError(`ENCRYPTION_KEY is required with an external DATABASE_URL; ${MAKE_ONE}`)
    if (used.length > 0) throw new MainKeyError(whatIsMissing(config, used, used.length, atHand))
    return given
  }
  if (used.length > 0) throw new MainKeyError(whatIsMissing(config, used, used.length, atHand))
  if (atHand.length > 1) {
    const files = atHand.map(({ source }) => source).join(' and ')
    throw new MainKeyError(
      `The database is empty, and there are several keys for it; move one of ${files} away`,
    )
  }
  return atHand[0] ?? makeFirstKey(config)
}

/** The names of the keys that something stored is wrapped under, as the rows themselves have them. */
const keysInUse = async (db: Database): Promise<string[]> =>
  asSystem(db, 'maintenance', async (client) => {
    const rows = await client.$queryRaw<{ id: string }[]>`
      SELECT DISTINCT intake_key_id("wrappedKey") AS "id" FROM "FormSession"
      UNION SELECT intake_key_id("wrappedKey") FROM "Document" WHERE "formSessionId" IS NULL
      UNION SELECT intake_key_id("secret") FROM "UserOtp"
      UNION SELECT intake_key_id("wrapped") FROM "AuditKey"`
    return rows.map(({ id }) => id)
  })

/** One line: which key, where it belongs, and which one is there instead. */
function whatIsMissing(config: KeyConfig, missing: string[], needed: number, atHand: MainKey[]): string {
  const named = missing.join(' and ')
  const stranger = atHand.length > 0 && missing.length === needed
  const wrong = atHand.map(({ source }) => source).join(' nor ')
  if (!keepsKeyFiles(config)) {
    const rule = `the key ${named} that the stored applications were encrypted with`
    if (atHand.length === 0) return `ENCRYPTION_KEY is required with an external DATABASE_URL: it is ${rule}`
    if (stranger) {
      const is = atHand.length > 1 ? `Neither ${wrong} is` : `${wrong} is not`
      return `${is} ${rule}; set ${atHand.at(-1)?.source ?? 'ENCRYPTION_KEY'} to that one`
    }
    return `ENCRYPTION_KEY_PREVIOUS is not ${rule} before the keys were changed; set it to that one until keys:rotate is done`
  }
  const folder = keysFolder(config)
  if (stranger) {
    const is = atHand.length > 1 ? `Neither ${wrong} is` : `${wrong} is not`
    return `${is} the key that the stored applications were encrypted with; restore the key ${named} from a backup of ${folder}`
  }
  return `The key ${named} is missing from ${folder}, and what was encrypted with it cannot be read; restore it from a backup of that folder`
}
