import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { bucketClient, startBucket } from '../../test/support/bucket.ts'
import { testDatabase } from '../../test/support/database.ts'
import { checkInstallation, readInstallationId, refuseNewDatabase } from './installation.ts'
import { createStorage } from './create-storage.ts'
import { MARK } from './storage.ts'
import { emptyDatabase, fileNames, fillRows, FILES, putFiles } from './stored-rows.fixture.ts'

const { db } = await testDatabase()
const bucket = await startBucket()
const dataDir = await mkdtemp(path.join(tmpdir(), 'intake-installation-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))

const OTHER = randomUUID()

describe.each([
  ['a folder', null],
  ['a bucket', bucket],
])('an installation whose files are in %s', (_kind, storageUrl) => {
  let storage = createStorage({ dataDir, storageUrl })
  const forgetMark = () =>
    storageUrl === null
      ? rm(path.join(dataDir, 'files', MARK), { force: true })
      : bucketClient(bucket).deleteObject(MARK)
  const logged: [unknown, string?][] = []
  const write = (...line: unknown[]) => void logged.push(line as [unknown, string?])
  const check = (adoptStorage = false) =>
    checkInstallation({ db, storage, config: { adoptStorage }, log: { info: write, warn: write } })
  const useAnotherDatabase = () =>
    db.system('test').write((client) => client.installation.updateMany({ data: { id: OTHER } }))

  beforeEach(async () => {
    logged.length = 0
    for (const name of await fileNames(storage)) await storage.remove(name)
    await emptyDatabase(db)
    await forgetMark()
    // Each start has its own.
    storage = createStorage({ dataDir, storageUrl })
  })

  it('that is new gets an id, one for all nodes that start at once, and keeps it', async () => {
    const ids = new Set(await Promise.all([check(), check(), check()]))
    expect([...ids]).toEqual([await storage.readMark()])
    expect(await readInstallationId(db)).toBe(await check())
    expect(ids.has(await check())).toBe(true)
    expect(await fileNames(storage)).toEqual([])
  })

  it('that is older than ids adopts the store that its rows reference, orphans included', async () => {
    await fillRows(db)
    await putFiles(storage, ...FILES, 'pdfs/orphan')
    const id = await check()
    expect(await storage.readMark()).toBe(id)
    const row = await db.system('test').write((client) => client.installation.findFirst())
    expect(row).toMatchObject({ id, adoptedAt: expect.any(Date) as Date })
    expect(logged).toEqual([[{ installation: id, files: 5, missing: 0, orphans: 1 }, expect.any(String)]])
    expect(await fileNames(storage)).toHaveLength(5)
  })

  it('does not start when some of its files are missing, and says how many', async () => {
    await fillRows(db)
    await putFiles(storage, 'documents/one')
    await putFiles(storage, 'pdfs/one')
    await expect(check()).rejects.toThrow(/lacks 2 of the 4 files .* start once with STORAGE_ADOPT=1$/)
    expect([await storage.readMark(), await readInstallationId(db)]).toEqual([null, null])
    await check(true)
    expect(await storage.readMark()).toBe(await readInstallationId(db))
  })

  it('does not start on an empty store beside rows that name files', async () => {
    await fillRows(db)
    await putFiles(storage, ...FILES)
    await check()
    for (const name of FILES) await storage.remove(name)
    await forgetMark()
    await expect(check()).rejects.toThrow('lacks 4 of the 4 files')
  })

  it('does not start with an empty database beside a store with files, and touches none', async () => {
    await putFiles(storage, 'documents/one')
    await expect(check()).rejects.toThrow(/holds files, but the database names none; .*STORAGE_ADOPT=1$/)
    expect(await fileNames(storage)).toEqual(['documents/one'])
    expect(await storage.readMark()).toBeNull()
  })

  it("does not start on another installation's store until it is told to take it over", async () => {
    await putFiles(storage, 'documents/one')
    await storage.writeMark(OTHER)
    await expect(check()).rejects.toThrow(
      `belongs to the installation ${OTHER}, but the database to none yet`,
    )
    await forgetMark()
    const id = await check(true)
    await useAnotherDatabase()
    await expect(check()).rejects.toThrow(`belongs to the installation ${id}, but the database to ${OTHER}`)
    expect(await storage.readMark()).toBe(id)

    expect(await check(true)).toBe(OTHER)
    expect(await storage.readMark()).toBe(OTHER)
    expect(await check()).toBe(OTHER)
    logged.length = 0
    await check(true)
    expect(logged).toEqual([[expect.stringContaining('STORAGE_ADOPT is still set')]])
  })

  it('finishes a first start that was cut off before the store had its mark', async () => {
    const id = await check()
    await forgetMark()
    expect(await check()).toBe(id)
    expect(await storage.readMark()).toBe(id)
  })

  it('makes no new embedded database beside a store in use', async () => {
    const folder = path.join(dataDir, 'postgres')
    const config = { databaseUrl: null, dataDir, adoptStorage: false }
    await refuseNewDatabase(config, storage)
    await putFiles(storage, 'logos/one.png')
    await expect(refuseNewDatabase(config, storage)).rejects.toThrow(`There is no database under ${folder}`)
    // A folder where a disk should be mounted.
    await mkdir(folder, { recursive: true })
    await expect(refuseNewDatabase(config, storage)).rejects.toThrow('restore that folder from a backup')
    await refuseNewDatabase({ ...config, adoptStorage: true }, storage)
    await writeFile(path.join(folder, 'PG_VERSION'), '18')
    await refuseNewDatabase(config, storage)
    await rm(folder, { recursive: true })
  })
})

it('does not take a damaged mark for none', async () => {
  const storage = createStorage({ dataDir, storageUrl: null })
  await writeFile(path.join(dataDir, 'files', MARK), 'x')
  await expect(storage.readMark()).rejects.toThrow('The installation-id of the file store is damaged')
})
