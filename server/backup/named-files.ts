import { createReadStream, createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { LOGO_PATH } from '../files/logo-url.ts'
import type { StorageFolder } from '../files/storage.ts'
import { copyOut } from './copy-rows.ts'
import { splitLines } from './streams.ts'

/** A stored file and a row that names it, such as 'Document <id>'. */
export type NamedFile = { name: string; row: string }

/** Where rows name the files of each folder of the store. */
const NAMED: Record<StorageFolder, string> = {
  documents: `SELECT "storedAs" AS name, 'Document ' || "id" AS row FROM "Document"`,
  pdfs: `SELECT "pdfFile", 'FormSubmission ' || "id" FROM "FormSubmission" WHERE "pdfFile" IS NOT NULL`,
  logos: `SELECT 'logos/' || substr(url, ${LOGO_PATH.length + 1}), 'Company ' || "id"
    FROM "Company", unnest(ARRAY["logoUrl", "pdfLogoUrl"]) AS url WHERE starts_with(url, '${LOGO_PATH}')`,
}

/** Every file that a row names, once, sorted by name. */
const QUERY = `SELECT DISTINCT ON (name COLLATE "C") name, row FROM (${Object.values(NAMED).join(' UNION ALL ')}) AS named
  ORDER BY name COLLATE "C"`

/**
 * The files that rows name, sorted by name. They are listed into a temporary file first, as reading the files
 * themselves takes much longer and the connection is needed meanwhile.
 */
export async function spoolNames(client: pg.Client, folder: string): Promise<AsyncGenerator<NamedFile>> {
  const file = path.join(folder, 'names')
  await pipeline(copyOut(client, QUERY), createWriteStream(file, { mode: 0o600 }))
  return readNames(file)
}

async function* readNames(file: string): AsyncGenerator<NamedFile> {
  for await (const line of splitLines(createReadStream(file))) {
    const [name = '', row = ''] = line.toString().trimEnd().split('\t')
    yield { name, row }
  }
}
