import { asSystem } from '../auth/actor.ts'
import type { Database } from '../database/db.ts'
import { LOGO_PATH } from './logo.ts'
import type { StorageFolder } from './storage.ts'

const logoFile = (url: string): string => `logos/${url.slice(LOGO_PATH.length)}`

/** Which of these files of a folder a row names. */
export async function findReferenced(
  db: Database,
  folder: StorageFolder,
  names: string[],
): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  return new Set(await FIND[folder](db, names))
}

const FIND: Record<StorageFolder, (db: Database, names: string[]) => Promise<string[]>> = {
  documents: async (db, names) => {
    const find = { where: { storedAs: { in: names } }, select: { storedAs: true } }
    const rows = await asSystem(db, 'maintenance', (client) => client.document.findMany(find))
    return rows.map((row) => row.storedAs)
  },
  pdfs: async (db, names) => {
    const find = { where: { pdfFile: { in: names } }, select: { pdfFile: true } }
    const rows = await asSystem(db, 'maintenance', (client) => client.formSubmission.findMany(find))
    return rows.flatMap((row) => row.pdfFile ?? [])
  },
  logos: async (db, names) => {
    const urls = names.map((name) => LOGO_PATH + name.slice('logos/'.length))
    const rows = await asSystem(db, 'maintenance', (client) =>
      client.company.findMany({
        where: { OR: [{ logoUrl: { in: urls } }, { pdfLogoUrl: { in: urls } }] },
        select: { logoUrl: true, pdfLogoUrl: true },
      }),
    )
    return rows.flatMap((row) => [logoFile(row.logoUrl), logoFile(row.pdfLogoUrl)])
  },
}

/** Which of these a submission will name once its PDF's job has run, which takes a PDF that is there for the original. */
export async function findAwaitedPdfs(db: Database, names: string[]): Promise<Set<string>> {
  const ids = names.map((name) => name.slice('pdfs/'.length))
  const find = { where: { id: { in: ids }, pdfState: 'pending' as const }, select: { id: true } }
  const rows = await asSystem(db, 'maintenance', (client) => client.formSubmission.findMany(find))
  return new Set(rows.map(({ id }) => `pdfs/${id}`))
}

/** How many files rows name in all. */
export async function countReferenced(db: Database): Promise<number> {
  const [row] = await asSystem(
    db,
    'maintenance',
    (client) => client.$queryRaw<{ count: number }[]>`
      SELECT (SELECT count(*) FROM "Document")::int
        + (SELECT count("pdfFile") FROM "FormSubmission")::int
        + (SELECT count(DISTINCT url) FROM "Company", unnest(ARRAY["logoUrl", "pdfLogoUrl"]) AS url
            WHERE starts_with(url, ${LOGO_PATH}))::int AS "count"`,
  )
  return row?.count ?? 0
}
