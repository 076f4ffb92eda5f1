// @module-tag long
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import pg from 'pg'
import { expect, it } from 'vitest'
import { toKeyId } from '../crypto/wrap.ts'
import { systemUrl } from '../database/connections.ts'
import { migrate } from '../database/migrate.ts'
import { createStorage } from '../files/create-storage.ts'
import type { Storage } from '../files/storage.ts'
import { holdRotationLock } from '../rotation/rotation-lock.ts'
import { openFormSession } from '../../test/support/applicant.ts'
import { emptyDatabase } from '../../test/support/database.ts'
import { call } from '../../test/support/factories.ts'
import { upload } from '../../test/support/uploads.ts'
import { backUp } from './back-up.ts'
import { allFiles, allRows, backupSource, runBackup, runRestore } from './backup.fixture.ts'

const { key, folder, inFolder, source, services, from, place, emptyTarget } = await backupSource()
const { url } = source
const databaseUrl = from.databaseUrl ?? ''

/** Uploads a file; how its applicant takes it back, and the name it is stored under. */
async function uploadOne() {
  const headers = { 'x-form-session': await openFormSession(url) }
  const { body } = await upload(url, { headers })
  const { id } = (body as { data: { id: string } }).data
  const { storedAs } = await services.db
    .system('test')
    .write((client) => client.document.findUniqueOrThrow({ where: { id } }))
  return { storedAs, takeBack: () => call(url, 'DELETE', `/documents/upload-public/${id}`, { headers }) }
}

async function query(database: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: systemUrl(database) })
  await client.connect()
  try {
    return (await client.query(statement)).rows as unknown[]
  } finally {
    await client.end()
  }
}

/** The store, with something that happens right before a file is opened. */
const before = (happening: (name: string) => Promise<unknown>): Storage => ({
  ...services.storage,
  async open(name) {
    await happening(name)
    return services.storage.open(name)
  },
})

it('leaves out a file that was taken back meanwhile, along with its row', async () => {
  const [early, archived, kept] = [await uploadOne(), await uploadOne(), await uploadOne()]
  const added: Awaited<ReturnType<typeof uploadOne>>[] = []
  const storage = before(async (name) => {
    // In the first pass one goes right before it is read and one right after; two come in.
    if (name === early.storedAs) await early.takeBack()
    if (name.startsWith('logos/')) {
      await archived.takeBack()
      added.push(await uploadOne(), await uploadOne())
    }
    // In the second one of these goes, so that there is a third.
    if (name === added[0]?.storedAs) await added[0].takeBack()
  })
  const file = inFolder('vanishing.tar')
  const { config } = services
  const result = await backUp({ config, url: databaseUrl, storage, withKeys: false }, file)
  expect(result.missing).toEqual([])

  const { to, adminUrl } = await emptyTarget('vanishing')
  expect(await runRestore(to, file)).toMatchObject({ status: 0, err: '' })
  const stored = await allFiles(createStorage(to))
  expect(stored).toEqual(await allFiles(services.storage))
  expect([kept, added[1]].map((one) => stored.has(one?.storedAs ?? ''))).toEqual([true, true])
  const { Document = [] } = await allRows(adminUrl)
  for (const gone of [early, archived, added[0]]) {
    expect(Document.some((row) => row.includes(gone?.storedAs ?? '?'))).toBe(false)
  }
})

it('names a file that was missing before with its row, exits with 2, and restores everything else', async () => {
  const lost = await uploadOne()
  await services.storage.remove(lost.storedAs)
  const file = inFolder('incomplete.tar')
  const { status, err } = await runBackup(from, file)
  expect(status).toBe(2)
  expect(err).toMatch(
    new RegExp(`file store, and so from the backup: ${lost.storedAs} \\(Document [0-9a-f-]{36}\\)`),
  )
  expect(err).toContain('complete except for 1 file missing')

  const { to } = await emptyTarget('incomplete')
  const restored = await runRestore(to, file)
  expect(restored).toMatchObject({ status: 0 })
  expect(restored.err).toContain(lost.storedAs)
  await lost.takeBack()
})

it('makes no backup of a store that belongs to another database, or lacks far too much', async () => {
  const file = inFolder('other-store.tar')
  const other = { ...from, dataDir: inFolder('another') }
  expect((await runBackup(other, file)).err).toContain('does not belong to this database')

  await query(
    databaseUrl,
    `INSERT INTO "Document" ("id", "companyId", "originalFilename", "documentType", "fileType", "fileSize", "storedAs")
     SELECT 'lost-' || n, (SELECT "id" FROM "Company" LIMIT 1), 'x', 'x', 'x', 1, 'documents/lost-' || n FROM generate_series(1, 1001) n`,
  )
  expect((await runBackup(from, file)).err).toContain('More than 1000 files')
  await query(databaseUrl, `DELETE FROM "Document" WHERE "id" LIKE 'lost-%'`)
  expect((await readdir(folder)).filter((name) => name.includes('other-store'))).toEqual([])
})

it('fails when a policy may hide rows, and names the table', async () => {
  const wrong: [string, string][] = [
    [
      `CREATE POLICY narrow ON "Team" AS RESTRICTIVE FOR SELECT USING ("name" <> 'x')`,
      `DROP POLICY narrow ON "Team"`,
    ],
    [
      `ALTER POLICY system_only ON "UserOtp" USING ((SELECT current_setting('intake.scope', true)) = 'all')`,
      `ALTER POLICY system_only ON "UserOtp" USING ((SELECT current_setting('intake.scope', true)) = 'system')`,
    ],
    [
      `CREATE TABLE "Later" ("id" TEXT PRIMARY KEY); ALTER TABLE "Later" ENABLE ROW LEVEL SECURITY; ALTER TABLE "Later" FORCE ROW LEVEL SECURITY`,
      'DROP TABLE "Later"',
    ],
  ]
  for (const [number, [change, undo]] of wrong.entries()) {
    await query(databaseUrl, change)
    const { status, err } = await runBackup(from, inFolder(`hidden-${number}.tar`))
    await query(databaseUrl, undo)
    expect(status).toBe(1)
    expect(err).toContain(`may hide rows of the table ${['Team', 'UserOtp', 'Later'][number]}`)
  }
  expect((await runBackup(from, inFolder('all-shown.tar'))).status).toBe(0)
})

it('waits for no change of keys, and is refused while one is under way', async () => {
  const lock = await holdRotationLock(databaseUrl, () => {})
  const { err } = await runBackup(from, inFolder('rotating.tar'))
  await lock.release()
  expect(err).toContain('Another process is changing the keys or making a backup')
})

it('is written down in the audit log, as is that it holds the keys, which it warns of', async () => {
  const begun = new Date()
  const file = inFolder('with-keys.tar')
  const { status, out, err } = await runBackup(from, file, '--with-keys')
  expect(status).toBe(0)
  expect(err).toMatch(/^WARNING: .* contains the main keys/)
  expect(out).not.toContain('which is not in it')
  const entries = await services.db
    .system('test')
    .write((client) => client.auditEntry.findMany({ where: { at: { gte: begun }, act: 'backup-started' } }))
  expect(entries).toMatchObject([{ actorName: 'System', detail: { withKeys: true } }])

  const { to } = await emptyTarget('keys-inside')
  const refused = await runRestore({ ...to, key: randomBytes(32) }, file)
  expect(refused.err).toContain(`tar -xOf FILE keys/main-${toKeyId(key)}.key`)
})

it('leaves nothing behind when it is interrupted, and lets the next one begin', async () => {
  const interrupted = new AbortController()
  const storage = before(async () => interrupted.abort(new Error('Interrupted')))
  const file = inFolder('interrupted.tar')
  const needs = {
    config: services.config,
    url: databaseUrl,
    storage,
    withKeys: false,
    signal: interrupted.signal,
  }
  await expect(backUp(needs, file)).rejects.toThrow('Interrupted')
  expect((await readdir(folder)).filter((name) => /interrupted|intake-backup/.test(name))).toEqual([])
  expect(await runBackup(from, file)).toMatchObject({ status: 0 })
})

it('takes files of any size, and those that are empty', async () => {
  const { url: target } = await emptyDatabase()
  await migrate(target)
  await query(
    target,
    `INSERT INTO "Company" ("id", "nameIn", "nameOut", "updatedAt") VALUES ('one', 'One', 'One', now())`,
  )
  const sized = place('sizes', target)
  const storage = createStorage(sized)
  const sizes = [0, 1, 511, 512, 513, 8 * 1024 * 1024, 20 * 1024 * 1024 + 1]
  for (const size of sizes) {
    await storage.put(`documents/size-${size}`, Readable.from([randomBytes(size)]))
    await query(
      target,
      `INSERT INTO "Document" ("id", "companyId", "originalFilename", "documentType", "fileType", "fileSize", "storedAs")
       VALUES ('size-${size}', 'one', E'a\\tb\\n\\\\c', 'x', 'x', 1, 'documents/size-${size}')`,
    )
  }
  const file = inFolder('sizes.tar')
  expect(await runBackup(sized, file)).toMatchObject({ status: 0, err: '' })
  const { to } = await emptyTarget('sizes-restored')
  expect(await runRestore(to, file)).toMatchObject({ status: 0, err: '' })
  expect(await allFiles(createStorage(to))).toEqual(await allFiles(storage))
})
