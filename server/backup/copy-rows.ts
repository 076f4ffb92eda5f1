import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { RowSet } from './archive-format.ts'
import { RowDigest } from './row-digest.ts'
import { inBlocks, splitLines, mapInOrder } from './streams.ts'
import type { ArchiveWriter } from './write-archive.ts'

/** Rows are compressed in parts of this size, each an entry of its own, as an entry's size must be known before it. */
const PART_BYTES = 4 * 1024 * 1024

const compress = promisify(gzip)
// Most of the bytes are ciphertext in hexadecimal, which more effort makes no smaller.
const QUICKLY = { level: constants.Z_BEST_SPEED }

/** The rows of a query as lines of COPY's text format. */
export const copyOut = (client: pg.Client, query: string): AsyncGenerator<Buffer> =>
  splitLines(client.query(copyTo(`COPY (${query}) TO STDOUT`)))

/** Adds the rows of a query to the archive. */
export async function archiveRows(
  client: pg.Client,
  archive: ArchiveWriter,
  folder: string,
  { name, columns, query }: { name: string; columns: string[]; query: string },
): Promise<RowSet> {
  const digest = new RowDigest()
  async function* digested() {
    for await (const row of copyOut(client, query)) {
      digest.add(row)
      yield row
    }
  }
  await archiveParts(archive, folder, digested())
  return { name, columns, ...digest.result() }
}

/** Adds lines to the archive as `<folder>/<number>.gz`. */
export async function archiveParts(
  archive: ArchiveWriter,
  folder: string,
  lines: AsyncIterable<Buffer>,
): Promise<void> {
  let part = 0
  const parts = mapInOrder(inBlocks(lines, PART_BYTES), 2, (block) => compress(block, QUICKLY))
  for await (const content of parts) {
    part += 1
    await archive.add(`${folder}/${String(part).padStart(6, '0')}.gz`, content)
  }
}

/** The checksum of a query's rows as they are now. */
export async function digestRows(
  client: pg.Client,
  query: string,
): Promise<{ rows: number; digest: string }> {
  const digest = new RowDigest()
  for await (const row of copyOut(client, query)) digest.add(row)
  return digest.result()
}
