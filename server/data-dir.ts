import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hasCode, toMessage } from './system-error.ts'

export class DataDirError extends Error {
  override name = 'DataDirError'
}

const FOLDERS = ['keys', 'files', 'mail', 'spool']

export async function openDataDir(dataDir: string): Promise<void> {
  let folder = dataDir
  try {
    await isFolder(folder)
    await makeFolder(folder)
    await checkWriting(folder)
    for (const name of FOLDERS) {
      folder = path.join(dataDir, name)
      if (await isFolder(folder)) await checkWriting(folder)
    }
    // PostgreSQL allows no other files in its folder.
    folder = path.join(dataDir, 'postgres')
    if (await isFolder(folder)) await readdir(folder)
  } catch (cause) {
    const place = folder === dataDir ? 'it' : `its folder ${path.basename(folder)}`
    throw new DataDirError(unusable(dataDir, `${place} ${await describeFault(cause, folder)}`), { cause })
  }
}

const unusable = (dataDir: string, fault: string): string => `DATA_DIR ${dataDir} cannot be used: ${fault}`

export const noSpaceLeft = (dataDir: string): string => unusable(dataDir, `it ${NO_SPACE_LEFT}`)

/** Asked for several folders at once, Node reports ENOENT on a read-only file system. */
async function makeFolder(folder: string): Promise<void> {
  if (await isFolder(folder)) return
  await makeFolder(path.dirname(folder))
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error
  })
}

/** Some file systems report only on writing that they are read-only or full. */
async function checkWriting(folder: string): Promise<void> {
  const file = path.join(folder, `.write-check-${process.pid}`)
  try {
    await writeFile(file, Buffer.alloc(4096), { mode: 0o600 })
  } finally {
    await rm(file, { force: true })
  }
}

class NotAFolder extends Error {
  override name = 'NotAFolder'
}

async function isFolder(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null)
  if (found && !found.isDirectory()) throw new NotAFolder(folder)
  return found !== null
}

const SET_TO_ANOTHER = 'set DATA_DIR to another folder'
const NO_SPACE_LEFT = `has no space left; make room, or ${SET_TO_ANOTHER}`

async function describeFault(error: unknown, folder: string): Promise<string> {
  if (error instanceof NotAFolder) {
    return `${error.message === folder ? 'is a file' : `stands in the file ${error.message}`}; ${SET_TO_ANOTHER}`
  }
  const code = error instanceof Error && 'code' in error ? error.code : null
  switch (code) {
    case 'EROFS':
      return `is read-only; mount it for writing, or ${SET_TO_ANOTHER}`
    case 'ENOSPC':
    case 'EDQUOT':
      return NO_SPACE_LEFT
    case 'EACCES':
    case 'EPERM':
      return `is not open to this user (${await describeOwners(folder)}); give it to this user, or ${SET_TO_ANOTHER}`
    default:
      return `does not work (${toMessage(error)}); ${SET_TO_ANOTHER}`
  }
}

async function describeOwners(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => null)
  const own = process.geteuid?.()
  return [own !== undefined && `uid ${own}`, found && `owner uid ${found.uid}`].filter(Boolean).join(', ')
}
