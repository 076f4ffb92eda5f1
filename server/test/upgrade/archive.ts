import { spawn, execFile } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { chmod, readFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib'
import { findPostgresAccount } from '../../database/postgres-account.ts'
import { hasCode } from '../../system-error.ts'
import { expectedSchema, type Expected } from './expected.ts'

/** Of a folder that holds `data` (DATA_DIR of a stopped server) and `expected.json`. */
export async function pack(folder: string, archive: string): Promise<void> {
  const tar = spawn('tar', ['-c', '--exclude=data/mail', '--exclude=data/*.log', 'data', 'expected.json'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(tar, 'exit')
  const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_WINDOW_BITS } = constants
  const params = { [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS, [BROTLI_PARAM_SIZE_HINT]: 100_000_000 }
  await pipeline(tar.stdout, createBrotliCompress({ params }), createWriteStream(archive))
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`tar ended with ${code}`)
}

/** Unpacks an archive into an empty folder. @returns its data folder and what that holds */
export async function unpack(
  archive: string,
  folder: string,
): Promise<{ dataDir: string; expected: Expected }> {
  const tar = spawn('tar', ['-x', '--no-same-owner'], { cwd: folder, stdio: ['pipe', 'inherit', 'inherit'] })
  const ended = once(tar, 'exit')
  await pipeline(createReadStream(archive), createBrotliDecompress(), tar.stdin).catch((error: unknown) => {
    // tar ends at the archive's end mark, and does not wait for the padding after it.
    if (!hasCode(error, 'ERR_STREAM_PREMATURE_CLOSE') && !hasCode(error, 'EPIPE')) throw error
  })
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error(`tar ended with ${code}`)
  const dataDir = path.join(folder, 'data')
  await chmod(folder, 0o755)
  // As root the database runs as a user of its own.
  const { uid, gid } = await findPostgresAccount(dataDir)
  if (uid !== undefined) {
    await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, path.join(dataDir, 'postgres')])
  }
  const expected = expectedSchema.parse(
    JSON.parse(await readFile(path.join(folder, 'expected.json'), 'utf8')),
  )
  return { dataDir, expected }
}
