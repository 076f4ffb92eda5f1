import { randomBytes } from 'node:crypto'
import { appendFile, chown, copyFile, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { findPostgresAccount, type PostgresAccount } from '../../platform/database/postgres-account.ts'
import { findFreePort, startPostmaster, stopPostmaster } from '../../platform/database/postgres-server.ts'
import { makeScratchFolder } from '../../platform/database/scratch-postgres.ts'
import { hasCode } from '../../system-error.ts'

export type TestReplica = {
  /** of the application's role */
  url: string
  /** of a superuser, to the database that the primary's `adminUrl` names */
  adminUrl: string
  /** Waits until it has replayed all that the primary has written. */
  catchUp(): Promise<void>
  /** It serves the rows it has, and falls behind. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Makes a server of its own of it, which takes writes and follows the primary no more. */
  promote(): Promise<void>
  stop(): Promise<void>
  start(): Promise<void>
  /** Stops it and removes its folder. */
  remove(): Promise<void>
}

/**
 * A hot standby of a PostgreSQL of the embedded binaries, which follows it by streaming; `remove` it at the end.
 * The primary may serve meanwhile. @param primary URLs of one of its databases, as `startScratchPostgres` returns them
 */
export async function startReplica(primary: { url: string; adminUrl: string }): Promise<TestReplica> {
  const folder = await makeScratchFolder()
  const data = path.join(folder, 'postgres')
  const account = await findPostgresAccount(folder)
  const port = await findFreePort()
  const connections = await copyCluster(primary.adminUrl, data, account)
  const settings = ['fsync=off', `max_connections=${connections}`, 'timezone=UTC']
  const start = async () => void (await startPostmaster(data, port, account, settings))
  const stop = () => stopPostmaster(data, account)
  await start()
  const [url, adminUrl] = [withPort(primary.url, port), withPort(primary.adminUrl, port)]
  const admin = async (sql: string) => void (await query(adminUrl, sql))
  return {
    url,
    adminUrl,
    async catchUp() {
      const [written] = await query<{ at: string }>(
        primary.adminUrl,
        'SELECT pg_current_wal_insert_lsn() AS at',
      )
      const replayed = 'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS done'
      for (;;) {
        const [own] = await query<{ done: boolean }>(adminUrl, replayed, [written?.at])
        if (own?.done) return
        // The position may be inside a record that waits in the primary's memory.
        await query(primary.adminUrl, 'SELECT pg_log_standby_snapshot()')
      }
    },
    pause: () => admin('SELECT pg_wal_replay_pause()'),
    resume: () => admin('SELECT pg_wal_replay_resume()'),
    promote: () => admin('SELECT pg_promote()'),
    stop,
    start,
    async remove() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What pg_basebackup does, which the embedded binaries lack. @returns the primary's max_connections */
async function copyCluster(adminUrl: string, target: string, account: PostgresAccount): Promise<number> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ folder: string; connections: number }>(
      `SELECT current_setting('data_directory') AS folder, current_setting('max_connections')::int AS connections`,
    )
    const [{ folder, connections } = { folder: '', connections: 0 }] = rows
    await client.query(`SELECT pg_backup_start('replica', fast => true)`)
    await copyFolder(folder, target)
    const stopped = await client.query<{ label: string }>(
      'SELECT labelfile AS label FROM pg_backup_stop(wait_for_archive => false)',
    )
    await writeFile(path.join(target, 'backup_label'), stopped.rows[0]?.label ?? '')
    await writeFile(path.join(target, 'standby.signal'), '')
    const { hostname, port, username, password } = new URL(adminUrl)
    const source = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`
    const name = `replica-${randomBytes(4).toString('hex')}`
    await appendFile(
      path.join(target, 'postgresql.auto.conf'),
      `primary_conninfo = '${source} application_name=${name}'\n`,
    )
    await giveAway(target, account)
    return connections
  } finally {
    await client.end()
  }
}

/** Without the log, which comes by streaming, and the files of the process. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.name === 'pg_wal')
      await mkdir(path.join(target, 'archive_status'), { recursive: true, mode: 0o700 })
    else if (entry.isDirectory()) await copyFolder(source, target)
    // The primary removes files meanwhile, which its log tells the replica.
    else if (!entry.name.startsWith('postmaster.')) await copyFile(source, target).catch(orGone)
  }
}

function orGone(error: unknown): void {
  if (!hasCode(error, 'ENOENT')) throw error
}

async function giveAway(folder: string, { uid, gid }: PostgresAccount): Promise<void> {
  if (uid === undefined || gid === undefined) return
  await chown(folder, uid, gid)
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true }))
    await chown(path.join(entry.parentPath, entry.name), uid, gid)
}

function withPort(url: string, port: number): string {
  const result = new URL(url)
  result.port = String(port)
  return result.href
}

async function query<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql, values)).rows
  } finally {
    await client.end()
  }
}
