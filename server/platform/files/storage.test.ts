import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { startBucket, startFlakyBucket } from '../../test/support/bucket.ts'
import { createStorage } from './create-storage.ts'
import { FileMissingError, StorageUnavailableError, type Storage } from './storage.ts'

const dataDir = await mkdtemp(path.join(tmpdir(), 'intake-storage-'))
afterAll(() => rm(dataDir, { recursive: true, force: true }))
const bucket = await startBucket()

const namesIn = async (storage: Storage) => {
  const names = []
  for await (const { name } of storage.list('documents')) names.push(name)
  return names.sort()
}
const broken = () =>
  new Readable({
    read() {
      this.push(randomBytes(1000))
      this.destroy(new Error('the line went dead'))
    },
  })

describe.each([
  ['a folder', null],
  ['a bucket', bucket],
])('storage in %s', (_kind, storageUrl) => {
  const storage = createStorage({ dataDir, storageUrl })

  it('keeps what it is given, small or large, and lists and removes it', async () => {
    await storage.healthy()
    const contents = [Buffer.alloc(0), randomBytes(10), randomBytes(20 * 1024 * 1024)]
    for (const [index, content] of contents.entries()) {
      const name = `documents/file-${index}`
      await storage.put(name, Readable.from([content]))
      expect(await storage.exists(name)).toBe(true)
      expect((await buffer(await storage.open(name))).equals(content)).toBe(true)
    }
    expect(await namesIn(storage)).toEqual(['documents/file-0', 'documents/file-1', 'documents/file-2'])
    for await (const { modifiedAt } of storage.list('documents')) {
      expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(60_000)
    }
    for (const index of contents.keys()) await storage.remove(`documents/file-${index}`)
    expect(await namesIn(storage)).toEqual([])
  })

  it('leaves nothing of a source that breaks off', async () => {
    await expect(storage.put('documents/broken', broken())).rejects.toThrow('the line went dead')
    expect(await storage.exists('documents/broken')).toBe(false)
    expect(await namesIn(storage)).toEqual([])
    expect(await readdir(path.join(dataDir, 'spool')).catch(() => [])).toEqual([])
  })

  it('moves a file with its content, and says when there is none', async () => {
    await storage.put('pdfs/here', Readable.from([Buffer.from('content')]))
    await storage.move('pdfs/here', 'quarantine/there')
    expect(await storage.exists('pdfs/here')).toBe(false)
    expect((await buffer(await storage.open('quarantine/there'))).toString()).toBe('content')
    await expect(storage.move('pdfs/here', 'quarantine/there')).rejects.toThrow(FileMissingError)
  })

  it('says that a file is missing; removing it again is no error', async () => {
    await expect(storage.open('documents/none')).rejects.toThrow(FileMissingError)
    await storage.remove('documents/none')
  })

  it('takes no name that could lead elsewhere', async () => {
    for (const name of [
      '../keys/main.key',
      'documents/../../x',
      'keys/main.key',
      'documents/',
      '/etc/passwd',
    ]) {
      await expect(storage.open(name)).rejects.toThrow('Not a name')
    }
  })
})

describe('storage in a folder', () => {
  it('is readable by its owner alone', async () => {
    const storage = createStorage({ dataDir, storageUrl: null })
    await storage.put('pdfs/one', Readable.from([Buffer.from('x')]))
    const file = path.join(dataDir, 'files', 'pdfs', 'one')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).toBe('x')
  })

  it('is not made anew where it has gone, as when its disk is unmounted, and serves again once it is back', async () => {
    const storage = createStorage({ dataDir, storageUrl: null })
    const [root, away] = [path.join(dataDir, 'files'), path.join(dataDir, 'away')]
    await storage.writeMark(randomUUID())
    const put = (name: string) => storage.put(name, Readable.from([Buffer.from('x')]))
    await put('pdfs/kept')
    await rename(root, away)
    for (const isEmptyFolder of [false, true]) {
      if (isEmptyFolder) await mkdir(root)
      const uses = [
        storage.healthy(),
        put('pdfs/lost'),
        storage.open('pdfs/kept'),
        storage.exists('pdfs/kept'),
      ]
      for (const result of await Promise.allSettled(uses))
        expect(result).toMatchObject({ reason: expect.any(StorageUnavailableError) as Error })
    }
    expect(await readdir(root)).toEqual([])
    await rm(root, { recursive: true })
    await rename(away, root)
    await storage.healthy()
    await put('pdfs/later')
    expect(await storage.exists('pdfs/kept')).toBe(true)
  })
})

describe('storage in a bucket', () => {
  it('sends a large file in one request, which gets time for its size', async () => {
    const flaky = await startFlakyBucket(bucket)
    flaky.outage = 'silence'
    const storage = createStorage({ dataDir, storageUrl: flaky.url })
    const sent = storage.put('documents/large', Readable.from([Buffer.alloc(9 * 1024 * 1024)]))
    await expect.poll(() => flaky.held.map(({ name }) => name)).toEqual(['PUT /intake/documents/large'])
    flaky.held[0]?.drop()
    await expect(sent).rejects.toThrow('does not answer')
  })

  it('is not healthy when there is none', async () => {
    const storage = createStorage({ dataDir, storageUrl: new URL(bucket.href.replace('@intake', '@other')) })
    await expect(storage.healthy()).rejects.toThrow()
  })
})

it('takes a web page for no bucket, rather than for an empty one that keeps each file', async () => {
  const flaky = await startFlakyBucket(bucket)
  const storage = createStorage({ dataDir, storageUrl: flaky.url })
  const refusal = { name: 'StorageUnavailableError', refused: true }
  flaky.outage = 'text/html'
  await expect(storage.healthy()).rejects.toMatchObject(refusal)
  await expect(namesIn(storage)).rejects.toMatchObject(refusal)
  await expect(storage.put('documents/lost', Readable.from([randomBytes(10)]))).rejects.toMatchObject(refusal)
  flaky.outage = 'text/plain'
  await expect(storage.healthy()).rejects.toThrow(`The bucket ${storage.place} answers no list`)
})

it.each([200, 404, 503])('says that an answer of %s broke off', async (status) => {
  const flaky = await startFlakyBucket(bucket)
  const storage = createStorage({ dataDir, storageUrl: flaky.url })
  flaky.outage = { brokenOff: status }
  await expect(storage.readMark()).rejects.toThrow(`The bucket ${storage.place} broke off (`)
})
