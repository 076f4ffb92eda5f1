// @module-tag long
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { expect, it } from 'vitest'
import { toKeyId } from '../crypto/wrap.ts'
import { systemUrl } from '../database/connections.ts'
import { createStorage } from '../files/create-storage.ts'
import type { Storage } from '../files/storage.ts'
import { testDatabase } from '../../test/support/database.ts'
import { startTestServer } from '../../test/support/server.ts'
import { upload } from '../../test/support/uploads.ts'
import { openFormSession } from '../../test/support/applicant.ts'
import { readConfig } from '../../config.ts'
import { HEADER, MANIFEST, MANIFEST_SUM, type ArchiveHeader } from './archive-format.ts'
import {
  allFiles,
  allRows,
  backupSource,
  environment,
  readArchive,
  runBackup,
  runRestore,
} from './backup.fixture.ts'
import { restore } from './restore.ts'
import { manifestSum } from './verify-archive.ts'
import { ArchiveWriter } from './write-archive.ts'

const { key, inFolder, source, services, from, place, emptyTarget } = await backupSource()
const file = inFolder('whole.tar')
for (let number = 0; number < 3; number++)
  await upload(source.url, { headers: { 'x-form-session': await openFormSession(source.url) } })
expect(await runBackup(from, file)).toMatchObject({ status: 0 })

const one = (text: string) => Readable.from([Buffer.from(text)])

it('refuses a database with rows, and leaves it and the store alone', async () => {
  const { url, adminUrl } = await testDatabase()
  const client = new pg.Client({ connectionString: systemUrl(url) })
  await client.connect()
  await client.query(`INSERT INTO "Role" ("id", "name", "updatedAt") VALUES ('one', 'One', now())`)
  await client.end()
  const to = place('used-database', url)
  expect(await runRestore(to, file)).toMatchObject({
    status: 1,
    err: expect.stringContaining('rows in "Role"') as string,
  })
  expect((await allRows(adminUrl)).Role).toHaveLength(1)
  expect((await allFiles(createStorage(to))).size).toBe(0)
})

it.each([
  ['a file', (storage: Storage) => storage.put('documents/one', one('x'))],
  [
    "another installation's mark",
    (storage: Storage) => storage.writeMark('0190a000-0000-7000-8000-000000000000'),
  ],
])('refuses a store with %s', async (what, fill) => {
  const { to, adminUrl } = await emptyTarget(`used-store-${what.length}`)
  await fill(createStorage(to))
  expect(await runRestore(to, file)).toMatchObject({
    status: 1,
    err: expect.stringContaining('is not empty') as string,
  })
  expect(await allRows(adminUrl)).toEqual({})
})

it('refuses another main key, and names the one it takes', async () => {
  const { to, adminUrl } = await emptyTarget('other-key', { key: randomBytes(32) })
  const refused = await runRestore(to, file)
  expect(refused).toMatchObject({ status: 1 })
  expect(refused.err).toContain(`but the backup was made under ${toKeyId(key)}`)
  expect(await allRows(adminUrl)).toEqual({})
})

it.each([
  [
    '9.0.0',
    '20991231000000_later',
    'The backup was made by a newer version (9.0.0, with 20991231000000_later); restore it with that version',
  ],
  [
    '0.2.0',
    '20261121000000_init',
    'The backup was made by release 0.2.0; restore it with that release, then start this one on the result',
  ],
])('refuses a backup of release %s before it reads the rest', async (release, migration, message) => {
  const file = inFolder(`${release}.tar`)
  const header: ArchiveHeader = {
    format: 1,
    createdAt: new Date().toISOString(),
    release,
    installation: null,
    keys: [],
    withKeys: false,
    migrations: [migration],
  }
  const archive = await ArchiveWriter.create(file)
  await archive.add(HEADER, [Buffer.from(JSON.stringify(header))])
  await archive.finish()
  const { to } = await emptyTarget(release)
  expect((await runRestore(to, file)).err).toBe(message)
})

it('finds out that rows did not arrive as they were, and keeps none of them', async () => {
  const { manifest } = await readArchive(file)
  const [first] = manifest.tables.filter(({ rows }) => rows > 0)
  if (first) first.digest = '0'.repeat(64)
  // The same archive with another checksum for a table, and its own checksums right.
  const bytes = await readFile(file)
  const at = bytes.indexOf(MANIFEST)
  const wrong = inFolder('wrong.tar')
  const tail = inFolder('tail.tar')
  const end = await ArchiveWriter.create(tail)
  const { sha256 } = await end.addRaw(MANIFEST, [Buffer.from(JSON.stringify(manifest))])
  await end.addRaw(MANIFEST_SUM, [Buffer.from(manifestSum(sha256))])
  await end.finish()
  await writeFile(wrong, Buffer.concat([bytes.subarray(0, at), await readFile(tail)]))

  const { to, adminUrl } = await emptyTarget('wrong')
  const { status, err } = await runRestore(to, wrong)
  expect(status).toBe(1)
  expect(err).toContain(`differs from the backup: ${first?.name ?? ''}`)
  expect(Object.values(await allRows(adminUrl)).flat()).toEqual([])
})

it('can be repeated after it was cut off, and no server starts before', async () => {
  const { to, adminUrl } = await emptyTarget('cut-off')
  const storage = createStorage(to)
  let stored = 0
  const failing: Storage = {
    ...storage,
    put: async (name, content) => {
      stored += 1
      if (stored === 3) throw new Error('No space left')
      await storage.put(name, content)
    },
  }
  const log = { info: () => {}, warn: () => {}, error: () => {} }
  const config = readConfig(environment(to))
  await expect(restore({ config, storage: failing, log }, file)).rejects.toThrow('No space left')
  expect((await allFiles(storage)).size).toBeGreaterThan(0)
  const start = () =>
    startTestServer({ databaseUrl: to.databaseUrl, dataDir: to.dataDir, encryptionKey: key })
  await expect(start()).rejects.toThrow(/A restore into .* did not end; run npm run restore/)

  const other = inFolder('second.tar')
  await runBackup(from, other)
  expect((await runRestore(to, other)).err).toContain('Another backup was being restored here')
  expect(await runRestore(to, file)).toMatchObject({ status: 0, err: '' })
  expect(await allFiles(storage)).toEqual(await allFiles(services.storage))

  // Killed between the commit and the end of the command.
  await writeFile(path.join(to.dataDir, 'restore-in-progress'), (await readArchive(file)).id)
  const rows = await allRows(adminUrl)
  expect(await runRestore(to, file)).toMatchObject({ status: 0, err: '' })
  expect(await allRows(adminUrl)).toEqual(rows)
  await start()
})

it('says what it takes when called otherwise', async () => {
  expect(await runBackup(from, file)).toMatchObject({
    status: 1,
    err: expect.stringContaining('exists already') as string,
  })
  const missing = inFolder('missing')
  expect(await runRestore(from, missing)).toMatchObject({
    status: 1,
    err: `There is no file ${missing}; check its name`,
  })
  expect(await runBackup(from, `${missing}/backup.tar`)).toMatchObject({
    status: 1,
    err: `There is no folder ${missing}; create it, or choose another place`,
  })
})
