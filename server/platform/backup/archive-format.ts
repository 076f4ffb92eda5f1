import { createHash } from 'node:crypto'
import { z } from 'zod'

export const FORMAT = 1

export const TAR_BLOCK = 512
export const padding = (size: number): number => -size & (TAR_BLOCK - 1)

export class BackupError extends Error {
  override name = 'BackupError'
}

export const HEADER = 'backup.json'
/** The last two: checksums of all other entries, and the manifest's own SHA-256 in the format of `sha256sum`. */
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
  digest: z.string(),
})
export type RowSet = z.infer<typeof rows>

export const headerSchema = z.object({
  format: z.literal(FORMAT),
  createdAt: z.string(),
  release: z.string(),
  /** applied migrations, oldest first */
  migrations: z.array(z.string()),
  /** null for a database older than installation ids */
  installation: z.string().nullable(),
  /** main keys named in rows; a merely announced key is not needed */
  keys: z.array(z.object({ id: z.string(), needed: z.boolean() })),
  withKeys: z.boolean(),
})
export type ArchiveHeader = z.infer<typeof headerSchema>

export const manifestSchema = z.object({
  snapshotAt: z.string(),
  tables: z.array(rows),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
  jobs: rows,
  files: z.object({ count: z.number(), bytes: z.number() }),
  missing: z.array(z.string()),
  entries: z.object({ count: z.number(), digest: z.string() }),
})
export type Manifest = z.infer<typeof manifestSchema>

/** A line of the archive's index of files, sorted by name. */
export type IndexLine = { name: string; size: number; sha256: string }

export const indexText = ({ name, size, sha256 }: IndexLine): string => `${sha256} ${size} ${name}\n`

export function parseIndexLine(text: string): IndexLine {
  const [sha256 = '', size = '', name = ''] = text.trimEnd().split(' ')
  return { name, size: Number(size), sha256 }
}

export class EntriesDigest {
  readonly #hash = createHash('sha256')
  #count = 0

  add(entry: IndexLine): void {
    this.#hash.update(indexText(entry))
    this.#count += 1
  }

  result(): Manifest['entries'] {
    return { count: this.#count, digest: this.#hash.digest('hex') }
  }
}
