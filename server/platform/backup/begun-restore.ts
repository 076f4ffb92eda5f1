import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { backupMessages } from '#domain/messages/backup'
import { syncFolder } from '../../lib/sync-folder.ts'
import { hasCode } from '../../system-error.ts'
import { BackupError } from './archive-format.ts'

/** Holds the archive's id while its restore is incomplete. */
export const markerIn = (dataDir: string): string => path.join(dataDir, 'restore-in-progress')

export const begunRestore = (dataDir: string): Promise<string | null> =>
  readFile(markerIn(dataDir), 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  })

export async function beginRestore(dataDir: string, id: string): Promise<void> {
  await writeFile(markerIn(dataDir), id, { flag: 'wx', flush: true, mode: 0o600 })
  await syncFolder(dataDir)
}

export const endRestore = (dataDir: string): Promise<void> => rm(markerIn(dataDir), { force: true })

export async function refuseHalfRestored(dataDir: string): Promise<void> {
  if ((await begunRestore(dataDir)) !== null) throw new BackupError(backupMessages.halfRestored(dataDir))
}
