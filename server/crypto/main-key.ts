import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { asSystem, withSystem } from '../auth/actor.ts'
import type { Config } from '../config.ts'
import type { Database } from '../database/db.ts'
import { LOCKS } from '../database/locks.ts'
import { readKeyFile, readOrCreateKeyFile } from './key-file.ts'
import { createKeyRing, type KeyRing } from './keys.ts'
import { KEY_BYTES, openText, sealBytes, SealError } from './seal.ts'

/** The server must not start: what is stored could not be read, or would be written under a key that gets lost. */
export class MainKeyError extends Error {
  override name = 'MainKeyError'
}

type KeyConfig = Pick<Config, 'encryptionKey' | 'dataDir' | 'databaseUrl'>

const MAKE_ONE = 'make one with `openssl rand -base64 32` and keep a copy apart from the database'
const KNOWN_TEXT = 'intake main key'
const checkContext = (keyId: string) => `KeyCheck:sealed:${keyId}`

/**
 * The key ring of this installation. The main key is ENCRYPTION_KEY, else the file DATA_DIR/keys/main.key, made on the
 * first start with the embedded database. A row of KeyCheck proves that it is the key the data was written under; a
 * key is never made where ciphertext is present (security.md 19).
 *
 * @throws MainKeyError with one line that says what to do
 */
export async function openKeyRing(config: KeyConfig, db: Database): Promise<KeyRing> {
  const checks = await asSystem(db, 'maintenance', (client) => client.keyCheck.findMany())
  const inUse = checks.length > 0 || (await hasCiphertext(db))
  const ring = createKeyRing(await mainKey(config, inUse))
  const check = checks.find((row) => row.keyId === ring.currentId)
  if (check) {
    prove(ring, check.sealed)
  } else if (inUse) {
    throw new MainKeyError(
      `${keySource(config)} is not the key that the stored applications were encrypted with; restore that one`,
    )
  } else {
    await writeCheck(db, ring)
  }
  return ring
}

async function mainKey(config: KeyConfig, inUse: boolean): Promise<Buffer> {
  if (config.encryptionKey) return config.encryptionKey
  if (config.databaseUrl !== null) {
    throw new MainKeyError(`ENCRYPTION_KEY is required with an external DATABASE_URL; ${MAKE_ONE}`)
  }
  const file = keyFile(config)
  const stored = await readKeyFile(file)
  if (stored === null && inUse) {
    throw new MainKeyError(
      `${file} is missing, and the stored applications cannot be read without it; restore it from a backup`,
    )
  }
  const text = stored ?? (await readOrCreateKeyFile(file, () => randomBytes(KEY_BYTES).toString('base64')))
  const key = Buffer.from(text, 'base64')
  if (key.length !== KEY_BYTES) throw new MainKeyError(`${file} is damaged; restore it from a backup`)
  return key
}

const keyFile = (config: KeyConfig): string => path.join(config.dataDir, 'keys', 'main.key')

const keySource = (config: KeyConfig): string => (config.encryptionKey ? 'ENCRYPTION_KEY' : keyFile(config))

const hasCiphertext = async (db: Database): Promise<boolean> =>
  asSystem(db, 'maintenance', async (client) => {
    const session = await client.formSession.findFirst({ select: { id: true } })
    const document = session ?? (await client.document.findFirst({ select: { id: true } }))
    return document !== null
  })

function prove(ring: KeyRing, sealed: Uint8Array): void {
  try {
    if (openText(checkKey(ring), sealed, checkContext(ring.currentId)) === KNOWN_TEXT) return
  } catch (error) {
    if (!(error instanceof SealError)) throw error
  }
  throw new MainKeyError(
    'The check value of the main key does not open; the table KeyCheck was tampered with',
  )
}

/** Two nodes may start at once, perhaps with different keys: the first decides. */
async function writeCheck(db: Database, ring: KeyRing): Promise<void> {
  const sealed = sealBytes(checkKey(ring), KNOWN_TEXT, checkContext(ring.currentId))
  await withSystem(db, 'maintenance', async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.keyCheck})`
    const present = await tx.keyCheck.findMany({ select: { keyId: true } })
    if (present.some((row) => row.keyId === ring.currentId)) return
    if (present.length > 0) {
      throw new MainKeyError('Another node has just started with another ENCRYPTION_KEY; give both the same')
    }
    await tx.keyCheck.create({ data: { keyId: ring.currentId, sealed } })
  })
}

const checkKey = (ring: KeyRing): Buffer => ring.mac('key-check', KNOWN_TEXT)
