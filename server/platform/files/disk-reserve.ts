import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { hasCode } from '../../system-error.ts'

/** @throws AppError unless more than `DISK_RESERVE_MB` is free */
export async function requireDiskRoom(config: Services['config']): Promise<void> {
  if ((await readFree(config)) <= config.diskReserveBytes) throw new AppError('storage_full')
}

/** Keeps `DISK_RESERVE_MB` free for the database and the log on the same disk. */
export async function checkDiskReserve({ config }: Pick<Services, 'config'>, bytes: number): Promise<void> {
  if (config.diskReserveBytes === 0) return
  if ((await readFree(config)) - bytes < config.diskReserveBytes) throw new AppError('storage_full')
}

async function readFree({ dataDir, storageUrl }: Services['config']): Promise<number> {
  const folder = path.join(dataDir, storageUrl ? 'spool' : 'files')
  const { bavail, bsize } = await statfs(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return statfs(dataDir)
    throw error
  })
  return bavail * bsize
}
