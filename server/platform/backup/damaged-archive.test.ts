import { randomBytes } from 'node:crypto'
import { appendFile, copyFile, open, stat, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { createStorage } from '../files/create-storage.ts'
import { MANIFEST, MANIFEST_SUM } from './archive-format.ts'
import { allFiles, allRows, backupSource, runBackup, runRestore } from './backup.fixture.ts'
import { readEntries, type Entry } from './read-archive.ts'

const { folder, inFolder, from, emptyTarget } = await backupSource()
const file = inFolder('whole.tar')
const { to, adminUrl } = await emptyTarget('target')

const entries: Entry[] = []
beforeAll(async () => {
  expect(await runBackup(from, file)).toMatchObject({ status: 0 })
  const handle = await open(file, 'r')
  for await (const entry of readEntries(handle)) entries.push(entry)
  await handle.close()
})

const entry = (prefix: string): Entry => {
  const found = entries.find(({ name }) => name.startsWith(prefix))
  if (!found) throw new Error(`No entry ${prefix}`)
  return found
}

/** A copy of the archive in which one bit of a byte is another. */
async function flip(at: () => number): Promise<string> {
  const damaged = path.join(folder, `damaged-${randomBytes(4).toString('hex')}.tar`)
  await copyFile(file, damaged)
  const handle = await open(damaged, 'r+')
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at())
  await handle.write(Buffer.of((buffer[0] ?? 0) ^ 0x04), 0, 1, at())
  await handle.close()
  return damaged
}

async function expectRefused(damaged: string, reason: RegExp): Promise<void> {
  const { status, err } = await runRestore(to, damaged)
  expect(err).toMatch(reason)
  expect(err.split('\n')).toHaveLength(1)
  expect(status).toBe(1)
  expect(await allRows(adminUrl)).toEqual({})
  expect((await allFiles(createStorage(to))).size).toBe(0)
}

describe('refuses, before anything is written, an archive', () => {
  it.each([
    ['a stored file', () => entry('files/logos/').offset + 100],
    ['compressed rows', () => entry('tables/User/').offset + 30],
    ['the index of files', () => entry('index/').offset + 12],
    ['the manifest', () => entry(MANIFEST).offset + 40],
    ["the manifest's checksum", () => entry(MANIFEST_SUM).offset],
    ["an entry's name", () => entry('tables/User/').offset - 512 + 10],
    ['the padding behind an entry', () => entry('files/logos/').offset + entry('files/logos/').size],
    ['the end', () => entry(MANIFEST_SUM).offset + 512 + 700],
  ])('in which one bit of %s differs', async (_what, at) => {
    await expectRefused(await flip(at), /damaged: its content does not match/)
  })

  it('that was cut off at any place', async () => {
    const { size } = await stat(file)
    const places = [size - 1, size - 600, entry(MANIFEST).offset, entry('files/').offset + 1, 512, 100]
    for (const place of places) {
      const cut = path.join(folder, `cut-${place}.tar`)
      await copyFile(file, cut)
      await truncate(cut, place)
      await expectRefused(cut, /^The backup is (cut off|damaged)/)
    }
  })

  it('to which something was added, and a file that is no backup', async () => {
    const longer = path.join(folder, 'longer.tar')
    await copyFile(file, longer)
    await appendFile(longer, Buffer.alloc(512))
    await expectRefused(longer, /damaged/)
    const other = path.join(folder, 'other.tar')
    await writeFile(other, 'x'.repeat(2000))
    await expectRefused(other, /not a backup made by/)
    await expectRefused(path.join(folder, 'none.tar'), /There is no file/)
  })
})
