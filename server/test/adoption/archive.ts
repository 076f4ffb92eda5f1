import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { chmod, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import pg from 'pg'
import { hasCode } from '../../system-error.ts'
import { expectedSchema, type Expected } from './expected.ts'

export const RELEASE = '0.2.0'
const ARCHIVE = path.join(import.meta.dirname, 'fixtures', `${RELEASE}.tar.br`)

export type Fixture = {
  /** files and keys, as of a stopped server */
  dataDir: string
  /** SQL that builds and fills the database */
  dump: string
  expected: Expected
}

/** Unpacks the fixture into an empty folder. */
export async function unpack(folder: string): Promise<Fixture> {
  const tar = spawn('tar', ['-x', '--no-same-owner'], { cwd: folder, stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = once(tar, 'exit')
  await pipeline(createReadStream(ARCHIVE), createBrotliDecompress(), tar.stdin).catch((error: unknown) => {
    // tar ends at the archive's end mark, and does not wait for the padding after it.
    if (!hasCode(error, 'ERR_STREAM_PREMATURE_CLOSE') && !hasCode(error, 'EPIPE')) throw error
  })
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`tar ended with ${code}`)
  await chmod(folder, 0o755)
  const read = (name: string) => readFile(path.join(folder, name), 'utf8')
  const expected = expectedSchema.parse(JSON.parse(await read('expected.json')))
  return { dataDir: path.join(folder, 'data'), dump: await read('dump.sql'), expected }
}

/** @param url of an empty database, as the role intake */
export async function restoreDump(url: string, dump: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(dump)
  } finally {
    await client.end()
  }
}
