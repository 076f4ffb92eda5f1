import { createHash } from 'node:crypto'
import { z } from 'zod'

/** Another layout of the archive gets another number. */
export const FORMAT = 1

export const TAR_BLOCK = 512

/** The first entry of an archive, which says whether this release can restore it. */
export const HEADER = 'backup.json'
/** The last two: what the others must be, and the manifest's own SHA-256 in the format of `sha256sum`. */
export const MANIFEST = 'manifest.json'
export const MANIFEST_SUM = 'manifest.sha256'

export const FILES = 'files/'
export const KEYS = 'keys/'
export const keyEntry = (id: string): string => `${KEYS}main-${id}.key`
export const INDEX = 'index'
export const JOBS = 'jobs'
export const tableFolder = (table: string): string => `tables/${table}`

const rows = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number(),
  /** see row-digest.ts */
  digest: z.string(),
})
/** The rows of a table, or of the job queue. */
export type RowSet = z.infer<typeof rows>

export const headerSchema = z.object({
  format: z.literal(FORMAT),
  createdAt: z.string(),
  release: z.string(),
  /** names of the migrations that the database holds, oldest first */
  migrations: z.array(z.string()),
  /** null: the database is older than installation ids */
  installation: z.string().nullable(),
  /** the main keys that the rows name; those only announced are not needed to read anything */
  keys: z.array(z.object({ id: z.string(), needed: z.boolean() })),
  withKeys: z.boolean(),
})
export type ArchiveHeader = z.infer<typeof headerSchema>

export const manifestSchema = z.object({
  /** when the snapshot of the rows was taken */
  snapshotAt: z.string(),
  tables: z.array(rows),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
  jobs: rows,
  files: z.object({ count: z.number(), bytes: z.number() }),
  /** files that rows name and that were missing from the store before the backup */
  missing: z.array(z.string()),
  entries: z.object({ count: z.number(), digest: z.string() }),
})
export type Manifest = z.infer<typeof manifestSchema>

/** A file in the archive's index, which is sorted by name. */
export type IndexLine = { name: string; size: number; sha256: string }

export const indexText = ({ name, size, sha256 }: IndexLine): string => `${sha256} ${size} ${name}\n`

export function parseIndexLine(text: string): IndexLine {
  const [sha256 = '', size = '', name = ''] = text.trimEnd().split(' ')
  return { name, size: Number(size), sha256 }
}

/** One SHA-256 over the checksums, sizes and names of all entries, in the archive's order. */
export class EntriesDigest {
  readonly #hash = createHash('sha256')
  #count = 0

  add(entry: IndexLine): void {
    this.#hash.update(indexText(entry))
    this.#count += 1
  }

  /** Call it once. */
  result(): Manifest['entries'] {
    return { count: this.#count, digest: this.#hash.digest('hex') }
  }
}
