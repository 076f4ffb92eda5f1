import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { LIMITS } from '#domain/limits'
import { storeMessages } from '#domain/messages/store'
import type { Config } from '../config.ts'
import type { Services } from '../services.ts'
import { orphansAreConfirmed, readInstallation } from './installation.ts'
import { GRACE_MS, walkFiles } from './orphans.ts'
import { cleanQuarantine } from './quarantine.ts'
import { setAside } from './set-aside.ts'

type Needs = Pick<Services, 'db' | 'storage'> & {
  config: Pick<Config, 'dataDir' | 'orphanDays'>
  log: Pick<Services['log'], 'info' | 'warn'>
}

/** Counts of files. `waiting`: orphans that an operator has to confirm; `unfinished`: rests of killed writes, erased. */
export type Swept = {
  moved: number
  waiting: number
  restored: number
  erased: number
  unfinished: number
}

/**
 * Moves files that no row names to the quarantine, from where they are erased after ORPHAN_DAYS, or put back when their
 * row is there again. So many that the database is likely the wrong one, or an older one, stay where they are until an
 * operator confirms it.
 */
export async function sweepFiles(services: Needs): Promise<Swept> {
  const { storage, config, log } = services
  const { restored, erased, kept } = await cleanQuarantine(services)
  const { files, orphans, first, unfinished } = await findOrphans(services)
  const isHeld = await mustBeConfirmed(services, orphans, files)
  let moved = 0
  if (isHeld) log.warn({ orphans, files }, storeMessages.confirmOrphans)
  else for (const name of first) if (await setAside(storage, name)) moved += 1
  const swept = {
    moved,
    waiting: isHeld ? orphans : 0,
    restored,
    erased,
    unfinished: unfinished + (await sweepSpool(path.join(config.dataDir, 'spool'))),
  }
  if (Object.values(swept).some((count) => count > 0))
    log.info({ ...swept, inQuarantine: kept + moved }, 'stored files swept')
  return swept
}

/** Names only as many orphans as may be moved at once, and removes the rests of killed writes. */
async function findOrphans({ db, storage }: Needs) {
  const found = { files: 0, orphans: 0, first: [] as string[], unfinished: 0 }
  for await (const { name, state } of walkFiles({ db, storage })) {
    if (state === 'unfinished') {
      await storage.remove(name)
      found.unfinished += 1
      continue
    }
    found.files += 1
    if (state !== 'orphan') continue
    found.orphans += 1
    if (found.orphans <= LIMITS.orphansAtOnce) found.first.push(name)
  }
  return found
}

async function mustBeConfirmed({ db }: Needs, orphans: number, files: number): Promise<boolean> {
  const isAdopted = ((await readInstallation(db))?.adoptedAt ?? null) !== null
  if (orphans === 0) {
    if (isAdopted) await orphansAreConfirmed(db)
    return false
  }
  return isAdopted || areMany(orphans, files)
}

/** So many of the store's files that they are not what a few killed requests left. */
export const areMany = (orphans: number, files: number): boolean =>
  orphans > Math.min(LIMITS.orphansAtOnce, Math.ceil(files * LIMITS.orphansShare))

/** Unfinished files on their way to S3. */
async function sweepSpool(folder: string): Promise<number> {
  const entries = await readdir(folder).catch(() => [])
  let removed = 0
  for (const entry of entries) {
    const file = path.join(folder, entry)
    const found = await stat(file).catch(() => null)
    if (!found?.isFile() || found.mtimeMs >= Date.now() - GRACE_MS) continue
    await rm(file, { force: true })
    removed += 1
  }
  return removed
}
