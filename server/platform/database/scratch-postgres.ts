import { chmod, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hasCode } from '../../system-error.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { findPostgresAccount } from './postgres-account.ts'
import { stopPostmaster } from './postgres-server.ts'

export type ScratchPostgres = { url: string; adminUrl: string; stop(): Promise<void> }

const PREFIX = 'intake-scratch-'

const SETTINGS = ['fsync=off', 'full_page_writes=off', 'max_connections=300']

export async function startScratchPostgres(): Promise<ScratchPostgres> {
  await removeAbandoned()
  const dataDir = await makeScratchFolder()
  const closers = [() => rm(dataDir, { recursive: true, force: true })]
  const stop = async () => {
    for (const close of closers.splice(0).reverse()) await close()
  }
  try {
    const server = await startEmbeddedPostgres(dataDir, { settings: SETTINGS })
    closers.push(() => server.stop())
    await migrate(server.url)
    return { url: server.url, adminUrl: server.adminUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The name has the process id, so that a later run removes what a killed one left behind. */
export async function makeScratchFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `${PREFIX}${process.pid}-`))
  // Under root the server runs as another user, who must get through.
  await chmod(folder, 0o755)
  return folder
}

async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1])
    if (!owner || isAlive(owner)) continue
    // Another run may clean up at the same time. Only one of the two can rename the folder.
    const dataDir = path.join(tmpdir(), name.replace(String(owner), String(process.pid)))
    try {
      await rename(path.join(tmpdir(), name), dataDir)
    } catch (error) {
      if (hasCode(error, 'ENOENT')) continue
      throw error
    }
    await stopPostmaster(path.join(dataDir, 'postgres'), await findPostgresAccount(dataDir))
    await rm(dataDir, { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}
