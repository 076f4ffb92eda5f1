// @module-tag long
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, chmod, rename, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sharedBuffers, startEmbeddedPostgres } from './embedded-postgres.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { findPostgresAccount } from './postgres-account.ts'
import { findPostmaster, stopPostmaster } from './postgres-server.ts'
import { makeScratchFolder } from './scratch-postgres.ts'

let dataDir: string
let folder: string
const started: EmbeddedPostgres[] = []

// Making a cluster is most of the time that a start takes, so the tests hand one on.
beforeAll(async () => {
  dataDir = await makeScratchFolder()
  folder = path.join(dataDir, 'postgres')
})

afterAll(() => rm(dataDir, { recursive: true, force: true }))

afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.stop()))
  await stopPostmaster(folder, await findPostgresAccount(dataDir))
})

async function start(where = dataDir): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(where)
  started.push(server)
  return server
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

describe('the embedded PostgreSQL', () => {
  test('starts, keeps its data over a clean stop, and leaves nothing running', async () => {
    const first = await start()
    expect(first.adopted).toBe(false)
    await query(first.url, "CREATE TABLE kept AS SELECT 'here' AS word")
    await first.stop()
    expect(await findPostmaster(folder)).toBeNull()

    const second = await start()
    expect(second.adopted).toBe(false)
    expect(await query(second.url, 'SELECT word FROM kept')).toEqual([{ word: 'here' }])
  })

  test('gives the application a role without privileges, durable commits and trigram search', async () => {
    const { url } = await start()
    const [role] = await query(
      url,
      `SELECT rolsuper, rolbypassrls, rolcreatedb, current_setting('synchronous_commit') AS commit
         FROM pg_roles WHERE rolname = current_user`,
    )
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreatedb: false, commit: 'on' })
    await query(url, 'CREATE EXTENSION pg_trgm')
    const [search] = await query(
      url,
      `SELECT 'ООО «ПРИВЕТ»' ILIKE '%привет%' AS found, similarity('Привет', 'привет') AS likeness`,
    )
    expect(search).toEqual({ found: true, likeness: 1 })
  })

  test('keeps a quarter of the memory for pages, within 128 and 512 MB', async () => {
    const gigabyte = 1024 ** 3
    expect([0.25, 1, 64].map((each) => sharedBuffers(each * gigabyte))).toEqual([
      'shared_buffers=128MB',
      'shared_buffers=256MB',
      'shared_buffers=512MB',
    ])
    const { url } = await start()
    const memory = Math.min(os.totalmem(), process.constrainedMemory() || Infinity)
    const [{ shown } = { shown: '' }] = await query<{ shown: string }>(
      url,
      `SELECT 'shared_buffers=' || current_setting('shared_buffers') AS shown`,
    )
    expect(shown).toBe(sharedBuffers(memory))
  })

  test('keeps its passwords to the owner', async () => {
    await start()
    for (const name of ['postgres-admin.password', 'postgres-intake.password']) {
      expect((await stat(path.join(dataDir, 'keys', name))).mode & 0o777).toBe(0o600)
    }
    expect((await stat(path.join(dataDir, 'keys'))).mode & 0o777).toBe(0o700)
  })

  test('adopts the server of a killed process, with what that process had committed', async () => {
    const child = spawn(
      process.execPath,
      ['--import', 'tsx', path.join(import.meta.dirname, 'embedded-postgres.fixture.ts'), dataDir],
      { detached: true, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    await once(child.stdout, 'data')
    const orphan = await findPostmaster(folder)
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    await once(child, 'exit')

    const server = await start()
    expect(server.adopted).toBe(true)
    expect((await findPostmaster(folder))?.pid).toBe(orphan?.pid)
    expect(await query(server.url, 'SELECT word FROM left_behind')).toEqual([{ word: 'committed' }])
    await server.stop()
    expect(await findPostmaster(folder)).toBeNull()
  })

  test('starts over a pid file whose number belongs to another process', async () => {
    await (await start()).stop()
    await writeFile(path.join(folder, 'postmaster.pid'), `${process.pid}\n${folder}\n0\n5432\n\n\n\nready\n`)
    expect((await start()).adopted).toBe(false)
  })

  test('comes back by itself after it was killed', async () => {
    const server = await start()
    const before = await findPostmaster(folder)
    if (before) process.kill(before.pid, 'SIGKILL')
    await expect.poll(() => query(server.url, 'SELECT 1 AS up').catch(() => [])).toEqual([{ up: 1 }])
    expect((await findPostmaster(folder))?.pid).not.toBe(before?.pid)
  })

  test('is stopped by the last of two processes that share it', async () => {
    const first = await start()
    const second = await start()
    expect(second.adopted).toBe(true)
    await first.stop()
    expect(await query(second.url, 'SELECT 1 AS up')).toEqual([{ up: 1 }])
    await second.stop()
    expect(await findPostmaster(folder)).toBeNull()
  })

  test.runIf(process.getuid?.() === 0)('works for root in a folder that is closed to others', async () => {
    const closed = await makeScratchFolder()
    await chmod(closed, 0o700)
    const server = await start(path.join(closed, 'data'))
    expect(await query(server.url, 'SELECT 1 AS up')).toEqual([{ up: 1 }])
    await server.stop()
    await rm(closed, { recursive: true })
  })

  test('says what to restore when its password is lost, and makes no new one', async () => {
    await (await start()).stop()
    const keys = path.join(dataDir, 'keys')
    await rename(keys, `${keys}-aside`)
    await expect(start()).rejects.toThrow(/is missing: restore .*postgres-admin\.password from a backup/)
    await expect(access(keys)).rejects.toThrow('ENOENT')
    await rename(`${keys}-aside`, keys)
  })

  test('runs no longer once it has refused the password', async () => {
    await (await start()).stop()
    await writeFile(path.join(dataDir, 'keys', 'postgres-admin.password'), 'another\n')
    await expect(start()).rejects.toThrow(/refuses the password kept in .*keys; restore that folder/)
    expect(await findPostmaster(folder)).toBeNull()
  })
})
