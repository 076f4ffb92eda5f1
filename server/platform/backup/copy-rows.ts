import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { RowSet } from './archive-format.ts'
import { inBlocks, mapInOrder, splitLines } from './streams.ts'
import type { ArchiveWriter } from './write-archive.ts'
import type { EventDetail } from '#domain/events'
import { eventsSql, SYSTEM } from '../../events/record-event.ts'
import { hasTable } from './tables.ts'

/** Each part is an entry of its own, so that a restore reads it in one piece. */
const PART_BYTES = 4 * 1024 * 1024

const compress = promisify(gzip)
// Most bytes are ciphertext in hexadecimal, which better compression doesn't shrink.
const QUICKLY = { level: constants.Z_BEST_SPEED }

const MODULUS = 1n << 256n

/** The sum of the rows' SHA-256, modulo 2^256: sorting rows instead would depend on the database's collation. */
class RowDigest {
  #sum = 0n
  #rows = 0

  async *read(client: pg.Client, query: string): AsyncGenerator<Buffer> {
    for await (const row of copyOut(client, query)) {
      this.#sum = (this.#sum + BigInt(`0x${createHash('sha256').update(row).digest('hex')}`)) % MODULUS
      this.#rows += 1
      yield row
    }
  }

  result(): Pick<RowSet, 'rows' | 'digest'> {
    return { rows: this.#rows, digest: this.#sum.toString(16).padStart(64, '0') }
  }
}

/** The rows of a query as lines of COPY's text format. */
export const copyOut = (client: pg.Client, query: string): AsyncGenerator<Buffer> =>
  splitLines(client.query(copyTo(`COPY (${query}) TO STDOUT`)))

export async function archiveRows(
  client: pg.Client,
  archive: ArchiveWriter,
  folder: string,
  { name, columns, query }: { name: string; columns: string[]; query: string },
): Promise<RowSet> {
  const digest = new RowDigest()
  await archiveParts(archive, folder, digest.read(client, query))
  return { name, columns, ...digest.result() }
}

export async function archiveParts(
  archive: ArchiveWriter,
  folder: string,
  lines: AsyncIterable<Buffer>,
): Promise<void> {
  let part = 0
  const parts = mapInOrder(inBlocks(lines, PART_BYTES), 2, (block) => compress(block, QUICKLY))
  for await (const content of parts) {
    part += 1
    await archive.add(`${folder}/${String(part).padStart(6, '0')}.gz`, [content])
  }
}

export async function digestRows(client: pg.Client, query: string): Promise<Pick<RowSet, 'rows' | 'digest'>> {
  const digest = new RowDigest()
  for await (const _row of digest.read(client, query));
  return digest.result()
}

// In SQL, as the database may be older than the generated Prisma client.

export async function readInstallation(client: pg.Client): Promise<string | null> {
  if (!(await hasTable(client, 'public."Installation"'))) return null
  const { rows } = await client.query<{ id: string }>('SELECT "id" FROM "Installation"')
  return rows[0]?.id ?? null
}

type KnownKey = { id: string; needed: boolean; sealed: Buffer }

/** The main keys that rows use; a merely announced key is not needed. */
export async function readKeys(client: pg.Client): Promise<KnownKey[]> {
  const { rows } = await client.query<KnownKey>(
    `SELECT "keyId" AS id, to_jsonb("KeyCheck")->>'state' IS DISTINCT FROM 'next' AS needed, "sealed"
       FROM "KeyCheck" ORDER BY "createdAt"`,
  )
  return rows
}

export async function recordBackup(
  client: pg.Client,
  act: 'backup-started' | 'backup-restored',
  detail: EventDetail<typeof act>,
): Promise<void> {
  const { text, values } = eventsSql([{ companyId: null, actor: SYSTEM, act, ip: '', detail }])
  await client.query(text, values)
}
