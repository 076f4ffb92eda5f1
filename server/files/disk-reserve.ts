import { statfs } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../errors.ts'
import { oncePerInterval } from '../once-per-interval.ts'
import type { Services } from '../services.ts'
import { hasCode } from '../system-error.ts'

const oncePerTenMinutes = oncePerInterval(10 * 60_000)

/** Is more than `DISK_RESERVE_MB` free? */
export async function hasDiskRoom(config: Services['config']): Promise<boolean> {
  return (await readFree(config)).free > config.diskReserveBytes
}

/** Keeps `DISK_RESERVE_MB` free for the database and the log on the same disk. */
export async function checkDiskReserve(
  { config, log }: Pick<Services, 'config' | 'log'>,
  bytes: number,
): Promise<void> {
  if (config.diskReserveBytes === 0) return
  const { folder, free } = await readFree(config)
  if (free - bytes >= config.diskReserveBytes) return
  await oncePerTenMinutes(folder, async () =>
    log.error(
      { folder, freeMb: Math.floor(free / 1024 ** 2) },
      'uploads are refused: less than DISK_RESERVE_MB is free',
    ),
  )
  throw new AppError('storage_full')
}

async function readFree({ dataDir, storageUrl }: Services['config']) {
  const folder = path.join(dataDir, storageUrl ? 'spool' : 'files')
  const { bavail, bsize } = await statfs(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return statfs(dataDir)
    throw error
  })
  return { folder, free: bavail * bsize }
}
