import type { Database } from '../database/db.ts'
import { Prisma } from '../../generated/client.ts'
import { LOGO_PATH } from './logo-url.ts'
import type { StorageFolder } from './storage.ts'

/** All columns that name stored files, with a row for each. */
const QUERIES: Record<StorageFolder, string> = {
  documents: `SELECT "storedAs" AS name, 'Document ' || "id" AS row FROM "Document"
    UNION ALL SELECT "storedAs", 'PackageCopy ' || "packageId" || ' ' || "documentId" FROM "PackageCopy"`,
  pdfs: `SELECT "pdfFile" AS name, 'FormSubmission ' || "id" AS row FROM "SubmissionDesk" WHERE "pdfFile" IS NOT NULL
    UNION ALL SELECT 'pdfs/' || "additionId", 'SubmissionAddition ' || "additionId" FROM "SealedFile" WHERE "additionId" IS NOT NULL`,
  logos: `SELECT 'logos/' || substr(url, ${LOGO_PATH.length + 1}) AS name, 'Company ' || "id" AS row
    FROM "Company", unnest(ARRAY["logoUrl", "pdfLogoUrl"]) AS url WHERE starts_with(url, '${LOGO_PATH}')`,
}

export const NAMED_FILES = Object.values(QUERIES).join(' UNION ALL ')

export async function findNamed(db: Database, folder: StorageFolder, names: string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await db.system('maintenance').read(
    (client) => client.$queryRaw<{ name: string }[]>`
      SELECT name FROM (${Prisma.raw(QUERIES[folder])}) AS named WHERE name = ANY(${names})`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** PDFs that their pending job will name: it adopts a PDF that is already stored. */
export async function findAwaitedPdfs(db: Database, names: string[]): Promise<Set<string>> {
  const ids = names.map((name) => name.slice('pdfs/'.length))
  const find = { where: { id: { in: ids }, pdfState: 'pending' as const }, select: { id: true } }
  const rows = await db.system('maintenance').read((client) => client.submissionDesk.findMany(find))
  const added = { where: { id: { in: ids } }, select: { id: true } }
  rows.push(...(await db.system('maintenance').read((client) => client.submissionAddition.findMany(added))))
  return new Set(rows.map(({ id }) => `pdfs/${id}`))
}

export async function countNamed(db: Database): Promise<number> {
  const [row] = await db.system('maintenance').read(
    (client) => client.$queryRaw<{ count: number }[]>`
      SELECT count(DISTINCT name)::int AS count FROM (${Prisma.raw(NAMED_FILES)}) AS named`,
  )
  return row?.count ?? 0
}
