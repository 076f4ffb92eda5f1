import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../config.ts'
import { readOrCreateSecretFile, readSecretFile } from '../../secret-file.ts'
import { syncFolder } from '../../lib/sync-folder.ts'
import { hasCode } from '../../system-error.ts'
import { KEY_BYTES } from './seal.ts'
import { toKeyId } from './wrap.ts'

export type KeyConfig = Pick<Config, 'encryptionKey' | 'previousEncryptionKey' | 'dataDir' | 'databaseUrl'>

/** A main key and where it comes from: the name of a variable, or the path of a file. */
export type MainKey = { id: string; bytes: Buffer; source: string }

/** Stored data could not be read, or would be written under a key that gets lost: the server must not start. */
export class MainKeyError extends Error {
  override name = 'MainKeyError'
}

const FIRST = 'main.key'
const KEY_FILE = /^main(-[0-9a-f]{16})?\.key$/
const UNFINISHED = /^main-[0-9a-f]{16}\.key\.[0-9a-f]{12}$/

export const keysFolder = ({ dataDir }: Pick<KeyConfig, 'dataDir'>): string => path.join(dataDir, 'keys')

export const keepsKeyFiles = ({ encryptionKey, databaseUrl }: KeyConfig): boolean =>
  encryptionKey === null && databaseUrl === null

export async function mainKeysAtHand(config: KeyConfig): Promise<MainKey[]> {
  if (!keepsKeyFiles(config)) {
    const { encryptionKey, previousEncryptionKey } = config
    return [
      ...(encryptionKey ? [mainKey(encryptionKey, 'ENCRYPTION_KEY')] : []),
      ...(previousEncryptionKey ? [mainKey(previousEncryptionKey, 'ENCRYPTION_KEY_PREVIOUS')] : []),
    ]
  }
  const folder = keysFolder(config)
  const names = (await listFolder(folder)).filter((name) => KEY_FILE.test(name))
  const keys = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name)
      const text = await readSecretFile(file)
      return text === null ? null : parseKey(text, file)
    }),
  )
  return keys.filter((key) => key !== null)
}

export async function makeFirstKey(config: KeyConfig): Promise<MainKey> {
  const file = path.join(keysFolder(config), FIRST)
  return parseKey(await readOrCreateSecretFile(file, () => randomBytes(KEY_BYTES).toString('base64')), file)
}

/** The key is on the disk when this returns. */
export async function keepKey(config: KeyConfig, bytes: Buffer): Promise<void> {
  const file = path.join(keysFolder(config), `main-${toKeyId(bytes)}.key`)
  await readOrCreateSecretFile(file, () => bytes.toString('base64'))
}

/** Also removes unfinished key files of killed processes, so only the holder of the rotation lock may call it. */
export async function removeKey(config: KeyConfig, id: string): Promise<void> {
  const folder = keysFolder(config)
  const keys = (await mainKeysAtHand(config)).filter((key) => key.id === id).map(({ source }) => source)
  const unfinished = (await listFolder(folder)).filter((name) => UNFINISHED.test(name))
  for (const file of [...keys, ...unfinished.map((name) => path.join(folder, name))])
    await rm(file, { force: true })
  await syncFolder(folder)
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}

function parseKey(text: string, file: string): MainKey {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== KEY_BYTES) throw new MainKeyError(`${file} is damaged; restore it from a backup`)
  return mainKey(bytes, file)
}

export const mainKey = (bytes: Buffer, source: string): MainKey => ({ id: toKeyId(bytes), bytes, source })
