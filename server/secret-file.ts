import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from './lib/sync-folder.ts'
import { hasCode } from './system-error.ts'

/**
 * The trimmed content of a secret's file, or null when there is none.
 * @throws when the file cannot be read or is empty
 */
export async function readSecretFile(file: string): Promise<string | null> {
  try {
    const content = (await readFile(file, 'utf8')).trim()
    if (content === '') throw new Error(`The key file ${file} is empty; restore it from a backup`)
    return content
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

/**
 * Reads a secret's file, or makes it (mode 0600, folder 0700). The file appears whole or not at all and is on the disk
 * on return; two processes that make it at once get the same content.
 */
export async function readOrCreateSecretFile(file: string, create: () => string): Promise<string> {
  const present = await readSecretFile(file)
  if (present !== null) return present

  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomBytes(6).toString('hex')}`
  const handle = await open(draft, 'wx', 0o600)
  try {
    await handle.writeFile(`${create()}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  try {
    // Unlike a rename, a link never replaces a file that another process has made meanwhile.
    await link(draft, file)
    await syncFolder(folder)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    await unlink(draft)
  }
  const content = await readSecretFile(file)
  if (content === null) throw new Error(`The key file ${file} vanished while it was made`)
  return content
}

export const randomSecret = (): string => randomBytes(32).toString('base64url')
