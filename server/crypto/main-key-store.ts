import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { syncFolder } from '../sync-folder.ts'
import { hasCode } from '../system-error.ts'
import { toKeyId } from './derived-keys.ts'
import { readKeyFile, readOrCreateKeyFile } from './key-file.ts'
import { MainKeyError } from './main-key-error.ts'
import { KEY_BYTES } from './seal.ts'

export type KeyConfig = Pick<Config, 'encryptionKey' | 'previousEncryptionKey' | 'dataDir' | 'databaseUrl'>

/** A main key and where it comes from: the name of a variable, or the path of a file. */
export type MainKey = { id: string; bytes: Buffer; source: string }

const FIRST = 'main.key'
const KEY_FILE = /^main(-[0-9a-f]{16})?\.key$/
const UNFINISHED = /^main-[0-9a-f]{16}\.key\.[0-9a-f]{12}$/

export const keysFolder = ({ dataDir }: Pick<KeyConfig, 'dataDir'>): string => path.join(dataDir, 'keys')

/** Do the keys come from files, which this program makes and removes itself? */
export const keepsKeyFiles = ({ encryptionKey, databaseUrl }: KeyConfig): boolean =>
  encryptionKey === null && databaseUrl === null

/** The keys that were handed to this process: ENCRYPTION_KEY and the one before, else the files of DATA_DIR/keys. */
export async function mainKeysAtHand(config: KeyConfig): Promise<MainKey[]> {
  if (!keepsKeyFiles(config)) {
    const { encryptionKey, previousEncryptionKey } = config
    return [
      ...(encryptionKey ? [mainKey(encryptionKey, 'ENCRYPTION_KEY')] : []),
      ...(previousEncryptionKey ? [mainKey(previousEncryptionKey, 'ENCRYPTION_KEY_PREVIOUS')] : []),
    ]
  }
  const folder = keysFolder(config)
  const names = await readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  })
  const keys = await Promise.all(
    names.filter((name) => KEY_FILE.test(name)).map((name) => readMainKey(path.join(folder, name))),
  )
  return keys.filter((key) => key !== null)
}

/** The first key of an installation, in DATA_DIR/keys/main.key; another process may have been faster. */
export async function makeFirstKey(config: KeyConfig): Promise<MainKey> {
  const file = path.join(keysFolder(config), FIRST)
  return fromText(await readOrCreateKeyFile(file, () => randomBytes(KEY_BYTES).toString('base64')), file)
}

/** Keeps a key in a file of its own, whose name tells which it is. On the disk when this returns. */
export async function keepKey(config: KeyConfig, bytes: Buffer): Promise<void> {
  const file = path.join(keysFolder(config), `main-${toKeyId(bytes)}.key`)
  await readOrCreateKeyFile(file, () => bytes.toString('base64'))
}

/**
 * Removes the file of a key for good, and what a kill left of files that were being made; none is no error. To be called
 * by whoever changes keys, as nobody else makes any then.
 */
export async function removeKey(config: KeyConfig, id: string): Promise<void> {
  const folder = keysFolder(config)
  const keys = (await mainKeysAtHand(config)).filter((key) => key.id === id).map(({ source }) => source)
  const unfinished = (await readdir(folder)).filter((name) => UNFINISHED.test(name))
  for (const file of [...keys, ...unfinished.map((name) => path.join(folder, name))])
    await rm(file, { force: true })
  await syncFolder(folder)
}

async function readMainKey(file: string): Promise<MainKey | null> {
  const text = await readKeyFile(file)
  return text === null ? null : fromText(text, file)
}

function fromText(text: string, file: string): MainKey {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== KEY_BYTES) throw new MainKeyError(`${file} is damaged; restore it from a backup`)
  return mainKey(bytes, file)
}

export const mainKey = (bytes: Buffer, source: string): MainKey => ({ id: toKeyId(bytes), bytes, source })
