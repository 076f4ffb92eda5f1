import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { writeChunks } from './write-chunks.ts'

const folder = await mkdtemp(path.join(tmpdir(), 'intake-chunks-'))
afterAll(() => rm(folder, { recursive: true }))

it('keeps few chunks in memory, however short they are', async () => {
  const file = path.join(folder, 'short')
  const handle = await open(file, 'w')
  const unwritten: number[] = []
  async function* oneByOne() {
    for (let sent = 0; sent < 5000; sent += 1) {
      unwritten.push(sent - (await handle.stat()).size)
      yield Buffer.of(sent % 251)
    }
  }
  await writeChunks(handle, oneByOne())
  await handle.close()

  expect(Math.max(...unwritten)).toBeLessThan(1000)
  expect(await readFile(file)).toEqual(Buffer.from(Array.from({ length: 5000 }, (_, index) => index % 251)))
})
