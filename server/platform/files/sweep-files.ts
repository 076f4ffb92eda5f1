import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { LIMITS } from '#domain/limits'
import { storeMessages } from '#domain/messages/store'
import type { Config } from '../../config.ts'
import type { Services } from '../../services.ts'
import { confirmOrphans, readInstallation } from './installation.ts'
import { cleanQuarantine, quarantineFile } from './quarantine.ts'
import { GRACE_MS, walkFiles } from './walk-files.ts'

type Needs = Pick<Services, 'db' | 'storage'> & {
  config: Pick<Config, 'dataDir' | 'orphanDays'>
  log: Pick<Services['log'], 'info' | 'warn'>
}

/** Numbers of files. `waiting`: orphans that an operator has to confirm; `unfinished`: erased remains of killed writes. */
type Swept = Record<'moved' | 'waiting' | 'restored' | 'erased' | 'unfinished', number>

// Quarantines files that no row names. Many orphans suggest a wrong or older database, so they stay until an operator
// confirms.
export async function sweepFiles(services: Needs): Promise<Swept> {
  const { storage, config, log } = services
  const { restored, erased, kept } = await cleanQuarantine(services)
  const { files, orphans, first, unfinished } = await findOrphans(services)
  const isHeld = await needsConfirmation(services, orphans, files)
  let moved = 0
  if (isHeld) log.warn({ orphans, files }, storeMessages.confirmOrphans)
  else for (const name of first) if (await quarantineFile(storage, name)) moved += 1
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

/** Removes the remains of killed writes. `first` holds the orphans that one sweep may move. */
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

async function needsConfirmation({ db }: Needs, orphans: number, files: number): Promise<boolean> {
  const isAdopted = ((await readInstallation(db))?.adoptedAt ?? null) !== null
  if (orphans > 0) return isAdopted || areMany(orphans, files)
  if (isAdopted) await confirmOrphans(db)
  return false
}

export const areMany = (orphans: number, files: number): boolean =>
  orphans > Math.min(LIMITS.orphansAtOnce, Math.ceil(files * LIMITS.orphansShare))

async function sweepSpool(folder: string): Promise<number> {
  let removed = 0
  for (const entry of await readdir(folder).catch(() => [])) {
    const file = path.join(folder, entry)
    const found = await stat(file).catch(() => null)
    if (!found?.isFile() || found.mtimeMs >= Date.now() - GRACE_MS) continue
    await rm(file, { force: true })
    removed += 1
  }
  return removed
}
