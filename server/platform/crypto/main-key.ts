import type { Database } from '../database/db.ts'
import { announceNextKey, knownKeys, openHashKeys, prove, writeFirstCheck } from './key-check.ts'
import { createKeyRing, type KeyRing } from './keys.ts'
import {
  keepsKeyFiles,
  keysFolder,
  MainKeyError,
  mainKeysAtHand,
  makeFirstKey,
  type KeyConfig,
  type MainKey,
} from './main-key-store.ts'

const MAKE_ONE = 'make one with `openssl rand -base64 32` and keep a copy apart from the database'

/**
 * The key ring of this installation. The first start makes its keys, unless ciphertext is there.
 *
 * @throws MainKeyError with one line that says what to do
 */
export async function openKeyRing(config: KeyConfig, db: Database): Promise<KeyRing> {
  const { checks, retired } = await knownKeys(db)
  if (checks.length === 0) await writeFirstCheck(db, await firstKey(config, db))
  const read = await readKeys(config, db)
  const { current, others, hashKeys } = read
  const [given] = keepsKeyFiles(config) ? [] : await mainKeysAtHand(config)
  if (given && ![current, ...others].some(({ id }) => id === given.id)) {
    if (retired.includes(given.id)) {
      throw new MainKeyError(
        `ENCRYPTION_KEY is the key ${given.id}, which was changed for another; ${MAKE_ONE}`,
      )
    }
    await announceNextKey(db, given, hashKeys)
    return readKeyRing(config, db)
  }
  return toKeyRing(read)
}

export const readKeyRing = async (config: KeyConfig, db: Database): Promise<KeyRing> =>
  toKeyRing(await readKeys(config, db))

const toKeyRing = ({ current, others, hashKeys }: Awaited<ReturnType<typeof readKeys>>): KeyRing =>
  createKeyRing(
    current.bytes,
    others.map(({ bytes }) => bytes),
    hashKeys,
  )

/**
 * The main keys at hand, each of them proven, and the hash keys.
 *
 * @throws MainKeyError when a main key is missing that something may be wrapped under
 */
export async function readKeys(config: KeyConfig, db: Database) {
  const { checks } = await knownKeys(db)
  const atHand = await mainKeysAtHand(config)
  if (checks.length === 0)
    throw new MainKeyError('The table KeyCheck is empty; no server was started yet, or it was tampered with')
  const found = checks.map((check) => ({ ...check, key: atHand.find(({ id }) => id === check.keyId) }))
  const missing = found.filter(({ key, state }) => !key && state !== 'next').map(({ keyId }) => keyId)
  if (missing.length > 0) throw new MainKeyError(whatIsMissing(config, missing, checks.length, atHand))
  const keys = found.flatMap(({ key, ...check }) => (key ? [{ ...check, key }] : []))
  for (const { key, sealed } of keys) prove(key, sealed)
  const current = keys.find(({ state }) => state === 'current')
  if (!current) throw new MainKeyError('The table KeyCheck names no current key; it was tampered with')
  const others = keys.filter((one) => one !== current)
  return {
    current: current.key,
    others: others.map(({ key }) => key),
    hashKeys: openHashKeys(current.key, current.hashKeys),
  }
}

async function firstKey(config: KeyConfig, db: Database): Promise<MainKey> {
  const atHand = await mainKeysAtHand(config)
  const used = await keysInUse(db)
  const [given] = atHand
  if (!keepsKeyFiles(config) && !given)
    throw new MainKeyError(`ENCRYPTION_KEY is required with an external DATABASE_URL; ${MAKE_ONE}`)
  if (used.length > 0) throw new MainKeyError(whatIsMissing(config, used, used.length, atHand))
  if (keepsKeyFiles(config) && atHand.length > 1) {
    const files = atHand.map(({ source }) => source).join(' and ')
    throw new MainKeyError(
      `The database is empty, and there are several keys for it; move one of ${files} away`,
    )
  }
  return given ?? makeFirstKey(config)
}

const keysInUse = async (db: Database): Promise<string[]> =>
  db.system('maintenance').read(async (client) => {
    const rows = await client.$queryRaw<{ id: string }[]>`
      SELECT DISTINCT intake_key_id("wrappedKey") AS "id" FROM "FormSession"
      UNION SELECT intake_key_id("wrappedKey") FROM "Document" WHERE "formSessionId" IS NULL
      UNION SELECT intake_key_id("secret") FROM "UserOtp"
      UNION SELECT intake_key_id("wrapped") FROM "AuditKey"
      UNION SELECT intake_key_id("secret") FROM "Webhook"
      UNION SELECT intake_key_id("wrappedKey") FROM "SealCertificate" WHERE "wrappedKey" IS NOT NULL
      UNION SELECT intake_key_id("signInSecret") FROM "Company" WHERE "signInSecret" IS NOT NULL`
    return rows.map(({ id }) => id)
  })

function whatIsMissing(config: KeyConfig, missing: string[], needed: number, atHand: MainKey[]): string {
  const named = missing.join(' and ')
  const wrong = atHand.map(({ source }) => source)
  const isNot = wrong.length > 1 ? `Neither ${wrong.join(' nor ')} is` : `${wrong[0]} is not`
  const areAllWrong = atHand.length > 0 && missing.length === needed
  if (!keepsKeyFiles(config)) {
    const rule = `the key ${named} that the stored applications were encrypted with`
    if (atHand.length === 0) return `ENCRYPTION_KEY is required with an external DATABASE_URL: it is ${rule}`
    if (areAllWrong) return `${isNot} ${rule}; set ${wrong.at(-1)} to that one`
    return `ENCRYPTION_KEY_PREVIOUS is not ${rule} before the keys were changed; set it to that one until keys:rotate is done`
  }
  const folder = keysFolder(config)
  if (areAllWrong)
    return `${isNot} the key that the stored applications were encrypted with; restore the key ${named} from a backup of ${folder}`
  return `The key ${named} is missing from ${folder}, and what was encrypted with it cannot be read; restore it from a backup of that folder`
}
