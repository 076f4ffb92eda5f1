import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hasCode } from '../system-error.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'

/** `url` is the migrated database's, by the application's role; `adminUrl` may make databases. */
export type ScratchPostgres = { url: string; adminUrl: string; stop(): Promise<void> }

const PREFIX = 'intake-scratch-'

// A scratch database may be lost with the machine; waiting for the disk would only slow things down.
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'max_connections=300']

/** A PostgreSQL server for tests and tools, with a migrated database `intake`, gone after `stop()`. */
export async function startScratchPostgres(): Promise<ScratchPostgres> {
  await removeAbandoned()
  const dataDir = await makeScratchFolder()
  const remove = () => rm(dataDir, { recursive: true, force: true })
  try {
    const server = await startEmbeddedPostgres(dataDir, { settings: SETTINGS })
    const stop = async () => {
      await server.stop()
      await remove()
    }
    try {
      await migrate(server.url)
      return { url: server.url, adminUrl: server.adminUrl, stop }
    } catch (error) {
      await stop()
      throw error
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/**
 * A temporary folder that may hold an embedded server. Its name carries the process number, so that a later run
 * finds and clears what this one leaves behind when it is killed.
 */
export async function makeScratchFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), `${PREFIX}${process.pid}-`))
  // As root the server runs as another user, who must get through.
  await chmod(folder, 0o755)
  return folder
}

async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const owner = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1])
    if (!owner || isAlive(owner)) continue
    const dataDir = path.join(tmpdir(), name)
    const folder = path.join(dataDir, 'postgres')
    const running = await findPostmaster(folder)
    if (running) await stopPostmaster(folder, running.pid)
    await rm(dataDir, { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user refuses the signal, but is there.
    return hasCode(error, 'EPERM')
  }
}
