// @module-tag long
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startBucket } from '../../test/support/bucket.ts'
import { testDatabase } from '../../test/support/database.ts'
import { orphansCommand } from '../../tools/orphans-command.ts'
import { checkInstallation } from './installation.ts'
import { createStorage } from './create-storage.ts'
import { emptyDatabase, fileNames, fillRows, FILES, putFiles } from './stored-rows.fixture.ts'
import { areMany, sweepFiles } from './sweep-files.ts'

const { db, url: databaseUrl } = await testDatabase()
const bucket = await startBucket()
const dataDir = await mkdtemp(path.join(tmpdir(), 'intake-sweep-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const ORPHAN_DAYS = 30
const HOUR_MS = 60 * 60 * 1000
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64')
const NONE = { moved: 0, waiting: 0, restored: 0, erased: 0, unfinished: 0 }

afterEach(() => vi.useRealTimers())

/** Time goes by for the server and, as it runs in this process, for the bucket. */
const wait = (milliseconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds })

describe.each([
  ['a folder', null],
  ['a bucket', bucket],
])('orphaned files in %s', (_kind, storageUrl) => {
  const storage = createStorage({ dataDir, storageUrl })
  const logged: unknown[][] = []
  const write = (...line: unknown[]) => void logged.push(line)
  const log = { info: write, warn: write }
  const sweep = () => sweepFiles({ db, storage, config: { dataDir, orphanDays: ORPHAN_DAYS }, log })
  const command = async (given: { confirm?: boolean } = {}) => {
    const lines: string[] = []
    const STORAGE_URL = storageUrl?.href
    const env = { DATABASE_URL: databaseUrl, ENCRYPTION_KEY, DATA_DIR: dataDir, STORAGE_URL }
    await orphansCommand(given, env, (line) => void lines.push(line))
    return lines
  }
  const today = () => new Date().toISOString().slice(0, 10)

  beforeEach(async () => {
    await emptyDatabase(db)
    for (const name of await fileNames(storage)) await storage.remove(name)
    await fillRows(db)
    await putFiles(storage, ...FILES)
    await checkInstallation({ db, storage, config: { adoptStorage: true }, log })
    logged.length = 0
  })

  it('are moved to the quarantine, kept there for ORPHAN_DAYS, and counted in the log', async () => {
    await putFiles(storage, 'pdfs/lost')
    expect(await sweep()).toEqual(NONE)
    wait(HOUR_MS)
    expect(await sweep()).toEqual({ ...NONE, moved: 1 })
    const aside = `quarantine/${today()}.pdfs.lost`
    expect(await fileNames(storage)).toEqual([...FILES, aside].sort())
    expect(logged).toEqual([[{ ...NONE, moved: 1, inQuarantine: 1 }, 'stored files swept']])

    wait(ORPHAN_DAYS * 24 * HOUR_MS)
    expect(await sweep()).toEqual(NONE)
    wait(24 * HOUR_MS)
    expect(await sweep()).toEqual({ ...NONE, erased: 1 })
    expect(await fileNames(storage)).toEqual([...FILES].sort())
    expect(logged.at(-1)).toEqual([{ ...NONE, erased: 1, inQuarantine: 0 }, 'stored files swept'])
  })

  it('stay where they are when they are many, until an operator confirms it', async () => {
    await putFiles(storage, 'pdfs/lost', 'documents/lost')
    wait(HOUR_MS)
    expect(await sweep()).toEqual({ ...NONE, waiting: 2 })
    expect(logged[0]).toEqual([
      { orphans: 2, files: 6 },
      expect.stringContaining('npm run orphans -- --confirm'),
    ])
    expect(await fileNames(storage)).toHaveLength(6)

    expect(await command()).toEqual([
      'Files that no row names: 2 (23 Bytes), of 6 files in the store; those of the last 15 minutes are not counted',
      'Files that rows name and the store lacks: 0',
      'Files in quarantine: 0 (0 Bytes)',
      expect.stringContaining('npm run orphans -- --confirm'),
    ])
    expect(await fileNames(storage)).toHaveLength(6)
    expect(await command({ confirm: true })).toEqual([
      expect.stringMatching(/^Moved to the quarantine: 2 \(23 Bytes\)\. .* erased after 30 days\.$/),
    ])
    expect(await fileNames(storage)).toEqual(
      [...FILES, `quarantine/${today()}.documents.lost`, `quarantine/${today()}.pdfs.lost`].sort(),
    )
    expect(await command()).toContain(`Files in quarantine: 2 (23 Bytes), the oldest since ${today()}`)
  })

  it('are not the PDFs of submissions that wait for one, as after a restored backup', async () => {
    const waiting = { where: { id: 'form' }, data: { pdfState: 'pending', pdfFile: null } } as const
    await db.system('test').write((client) => client.submissionDesk.update(waiting))
    await storage.move('pdfs/one', 'pdfs/form')
    wait(HOUR_MS)
    expect(await sweep()).toEqual(NONE)
    expect(await storage.exists('pdfs/form')).toBe(true)
  })

  it('are put back when their rows are there again, whatever time has gone by', async () => {
    await emptyDatabase(db)
    await checkInstallation({ db, storage, config: { adoptStorage: true }, log })
    wait(HOUR_MS)
    expect(await sweep()).toEqual({ ...NONE, waiting: 4 })
    await command({ confirm: true })
    expect((await fileNames(storage)).every((name) => name.startsWith('quarantine/'))).toBe(true)

    await fillRows(db)
    wait(2 * ORPHAN_DAYS * 24 * HOUR_MS)
    expect(await sweep()).toEqual({ ...NONE, restored: 4 })
    expect(await fileNames(storage)).toEqual([...FILES].sort())
    expect(await sweep()).toEqual(NONE)
  })

  it('of a store that was taken over wait for the operator, however few they are', async () => {
    await putFiles(storage, 'pdfs/lost')
    await db.system('test').write((client) => client.installation.deleteMany())
    await checkInstallation({ db, storage, config: { adoptStorage: true }, log })
    wait(HOUR_MS)
    expect(await sweep()).toEqual({ ...NONE, waiting: 1 })
    await command({ confirm: true })
    await putFiles(storage, 'pdfs/lost-later')
    wait(HOUR_MS)
    expect(await sweep()).toEqual({ ...NONE, moved: 1 })
  })
})

it('no operator is asked about the few files that killed requests leave', () => {
  const counts = [
    [1, 1],
    [2, 101],
    [100, 9_901],
    [100, 1_000_000],
  ] as const
  expect(counts.map(([orphans, files]) => areMany(orphans, files))).toEqual([false, false, false, false])
  expect([areMany(2, 100), areMany(101, 1_000_000)]).toEqual([true, true])
})

it('the rests of killed writes are erased, as no row can name them', async () => {
  const storage = createStorage({ dataDir, storageUrl: null })
  const [folder, spool] = [path.join(dataDir, 'files', 'documents'), path.join(dataDir, 'spool')]
  await mkdir(folder, { recursive: true })
  await mkdir(spool, { recursive: true })
  await writeFile(path.join(folder, '.unfinished'), 'x')
  await writeFile(path.join(spool, 'unfinished'), 'x')
  const config = { dataDir, orphanDays: ORPHAN_DAYS }
  const sweep = () => sweepFiles({ db, storage, config, log: { info: () => {}, warn: () => {} } })
  expect(await sweep()).toMatchObject({ unfinished: 0 })
  wait(HOUR_MS)
  expect(await sweep()).toMatchObject({ unfinished: 2, moved: 0 })
  expect([await readdir(folder), await readdir(spool)]).toEqual([['one', 'two'], []])
})
