import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, chmod, chown, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { postgresProgram } from './postgres-account.ts'
import type { PostgresAccount } from './postgres-account.ts'

// pg_trgm asks the system's locale, not the built-in one, what a letter is.
const CHARACTER_TYPES: Partial<Record<NodeJS.Platform, string>> = { linux: 'C.UTF-8', darwin: 'en_US.UTF-8' }

/** Whether there is a database under DATA_DIR, and not just a folder where one should be mounted. */
export const hasCluster = (dataDir: string): Promise<boolean> =>
  exists(path.join(dataDir, 'postgres', 'PG_VERSION'))

/**
 * Makes the data folder of a PostgreSQL server if there is none yet. It is made aside and renamed, so that a
 * start that was interrupted leaves no half cluster.
 *
 * @param password of the superuser `postgres`
 */
export async function ensureCluster(
  folder: string,
  password: string,
  account: PostgresAccount,
): Promise<void> {
  if (await exists(path.join(folder, 'PG_VERSION'))) return

  const draft = `${folder}.${randomBytes(6).toString('hex')}`
  const passwordFile = `${draft}.password`
  try {
    await mkdir(draft, { mode: 0o700 })
    await writeFile(passwordFile, password, { mode: 0o600 })
    await giveTo(account, draft, passwordFile)
    // The built-in locale knows the letters of all scripts and is the same on every system.
    const { file, args, ...as } = account.command(postgresProgram('initdb'), [
      `--pgdata=${draft}`,
      `--pwfile=${passwordFile}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      `--lc-ctype=${CHARACTER_TYPES[process.platform] ?? 'C'}`,
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ])
    await promisify(execFile)(file, args, { ...as, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' } })
    await rename(draft, folder)
  } catch (error) {
    // Another process may have been first with the same folder; its cluster is as good as ours.
    if (!(await exists(path.join(folder, 'PG_VERSION')))) throw error
  } finally {
    await rm(passwordFile, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

/** The folder that holds the cluster, made if missing, and open for passing through to the server's account. */
export async function ensureDataDir(dataDir: string, isRoot: boolean): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  if (isRoot) await chmod(dataDir, 0o711)
}

async function giveTo({ uid, gid }: PostgresAccount, ...files: string[]): Promise<void> {
  if (uid === undefined || gid === undefined) return
  await Promise.all(files.map((file) => chown(file, uid, gid)))
}

async function exists(file: string): Promise<boolean> {
  try {
    await access(file)
    return true
  } catch {
    return false
  }
}
