import { execFile, spawn } from 'node:child_process'
import { open, readFile, readlink, realpath, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { postgresProgram } from './postgres-account.ts'
import type { PostgresAccount } from './postgres-account.ts'

/** A running PostgreSQL server process of one data folder. */
export type Postmaster = { pid: number; port: number; ready: boolean }

const PID_FILE = 'postmaster.pid'
const LOG_LIMIT_BYTES = 1_000_000
const STOP_TIMEOUT_MS = 30_000
const POLL_MS = 20

/**
 * The live postmaster of a data folder, or null. A pid file that a crash left behind counts as none, also when
 * its number now belongs to an unrelated process, as happens after the restart of a container.
 */
export async function findPostmaster(folder: string): Promise<Postmaster | null> {
  const lines = await readPidFile(folder)
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0 || !(await isPostmaster(pid, folder))) return null
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

/**
 * Starts a server on `port` that outlives this process's group, so that a Ctrl-C at the terminal reaches the
 * application alone. Answers once connections are accepted.
 *
 * @throws Error with the end of the server's log when it ends instead
 */
export async function spawnPostmaster(
  folder: string,
  port: number,
  account: PostgresAccount,
  settings: string[],
): Promise<Postmaster> {
  const logFile = `${folder}.log`
  const log = await open(logFile, (await readSize(logFile)) > LOG_LIMIT_BYTES ? 'w' : 'a', 0o600)
  // The socket folder is left empty: the server listens on the loopback address alone.
  const flags = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings]
  const { file, args, ...as } = account.command(postgresProgram('postgres'), [
    '-D',
    folder,
    '-p',
    String(port),
    ...flags.flatMap((flag) => ['-c', flag]),
  ])
  // Nothing of our environment, which may hold secrets, is of use to the server.
  const env = { PATH: process.env.PATH, LC_ALL: 'C' }
  const child = spawn(file, args, { ...as, env, cwd: '/', detached: true, stdio: ['ignore', log.fd, log.fd] })
  let ended: string | null = null
  child.once('error', (error) => (ended = error.message))
  child.once('exit', (code, signal) => (ended = `exit ${code ?? signal}`))
  child.unref()
  await log.close()

  while (ended === null) {
    const found = await findPostmaster(folder)
    if (found?.ready && found.pid === child.pid) return found
    await delay(POLL_MS)
  }
  throw new Error(`PostgreSQL did not start (${String(ended)}):\n${await readTail(logFile)}`)
}

/** Stops a server in its fast mode: open transactions are rolled back, the data folder is left clean. */
export async function stopPostmaster(folder: string, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (!(await isPostmaster(pid, folder))) return
    process.kill(pid, signal)
    const deadline = Date.now() + STOP_TIMEOUT_MS
    while (Date.now() < deadline) {
      if (!(await isPostmaster(pid, folder))) return
      await delay(POLL_MS)
    }
  }
  throw new Error(`PostgreSQL (process ${pid}) does not stop`)
}

/** Removes the pid file of a server that is gone, which keeps another from starting when its number was reused. */
export async function removeStalePidFile(folder: string): Promise<void> {
  await rm(path.join(folder, PID_FILE), { force: true })
}

/** A port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('The system named no free port')
  return address.port
}

async function readPidFile(folder: string): Promise<string[]> {
  try {
    return (await readFile(path.join(folder, PID_FILE), 'utf8')).split('\n')
  } catch {
    return []
  }
}

async function isPostmaster(pid: number, folder: string): Promise<boolean> {
  try {
    if (process.platform !== 'linux') {
      const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'command='])
      return stdout.includes(folder)
    }
    // A postmaster works in its data folder; of a dead process that awaits its parent there is no folder to read.
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(folder))
  } catch {
    return false
  }
}

async function readSize(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch {
    return 0
  }
}

async function readTail(file: string): Promise<string> {
  return (await readFile(file, 'utf8')).trimEnd().split('\n').slice(-5).join('\n')
}
