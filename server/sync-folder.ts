import { open } from 'node:fs/promises'

/** Returns when the folder's entries are on the disk: a file that was just renamed or linked survives a crash then. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
