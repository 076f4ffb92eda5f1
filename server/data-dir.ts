import { access, constants, mkdir, stat } from 'node:fs/promises'
import { messageOf } from './system-error.ts'

/** DATA_DIR is no folder that this process can work in; `message` is one line that says so. */
export class DataDirError extends Error {
  override name = 'DataDirError'
}

/** Makes the folder where it is missing. @throws DataDirError */
export async function openDataDir(dataDir: string): Promise<void> {
  try {
    const found = await stat(dataDir).catch(() => null)
    if (found && !found.isDirectory()) throw new Error('it is a file')
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new DataDirError(`DATA_DIR ${dataDir} cannot be used: ${messageOf(cause)}; set it to a folder`, {
      cause,
    })
  }
}
