import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { asSystem, withSystem } from '../auth/actor.ts'
import type { Services } from '../services.ts'
import { LOGO_PATH } from './logo.ts'
import { STORAGE_FOLDERS, type StorageFolder } from './storage.ts'

type Needs = Pick<Services, 'db' | 'storage' | 'config'>

/** Younger files may belong to a request that has not written its row yet. */
const GRACE_MS = 15 * 60 * 1000
const BATCH = 200

/** Removes files that no row knows: what a kill or a lost storage left behind. Answers how many. */
export async function sweepFiles({ db, storage, config }: Needs): Promise<number> {
  const before = Date.now() - GRACE_MS
  let removed = 0
  for (const folder of STORAGE_FOLDERS) {
    const old: string[] = []
    for await (const file of storage.list(folder)) if (file.modifiedAt.getTime() < before) old.push(file.name)
    for (let from = 0; from < old.length; from += BATCH) {
      const names = old.slice(from, from + BATCH)
      const known = await KNOWN[folder](db, names)
      const lost = names.filter((name) => !known.has(name))
      for (const name of lost) await storage.remove(name)
      removed += lost.length
    }
  }
  return removed + (await sweepSpool(path.join(config.dataDir, 'spool'), before))
}

/** Which of these names a row knows. */
const KNOWN: Record<StorageFolder, (db: Services['db'], names: string[]) => Promise<Set<string | null>>> = {
  documents: async (db, names) => {
    const find = { where: { storedAs: { in: names } }, select: { storedAs: true } }
    const rows = await asSystem(db, 'maintenance', (client) => client.document.findMany(find))
    return new Set(rows.map((row) => row.storedAs))
  },
  pdfs: async (db, names) => {
    const find = { where: { pdfFile: { in: names } }, select: { pdfFile: true } }
    const rows = await asSystem(db, 'maintenance', (client) => client.formSubmission.findMany(find))
    return new Set(rows.map((row) => row.pdfFile))
  },
  logos: async (db, names) => {
    const nameOf = (url: string) => `logos/${url.slice(LOGO_PATH.length)}`
    const urls = names.map((name) => LOGO_PATH + name.slice('logos/'.length))
    const rows = await asSystem(db, 'maintenance', (client) =>
      client.company.findMany({
        where: { OR: [{ logoUrl: { in: urls } }, { pdfLogoUrl: { in: urls } }] },
        select: { logoUrl: true, pdfLogoUrl: true },
      }),
    )
    return new Set(rows.flatMap((row) => [nameOf(row.logoUrl), nameOf(row.pdfLogoUrl)]))
  },
}

/** Unfinished files on their way to S3. */
async function sweepSpool(folder: string, before: number): Promise<number> {
  const entries = await readdir(folder).catch(() => [])
  let removed = 0
  for (const entry of entries) {
    const file = path.join(folder, entry)
    const found = await stat(file).catch(() => null)
    if (!found || found.mtimeMs >= before) continue
    await rm(file, { force: true })
    removed += 1
  }
  return removed
}

/** Erases what expired form sessions hold, drafts and files, and the sessions. Answers how many sessions. */
export async function sweepFormSessions({ db, storage }: Omit<Needs, 'config'>): Promise<number> {
  let swept = 0
  for (;;) {
    const { sessions, files } = await withSystem(db, 'maintenance', async (tx) => {
      const expired = await tx.$queryRaw<{ id: string }[]>`
        SELECT "id" FROM "FormSession" WHERE "submittedAt" IS NULL AND "expiresAt" < now()
        LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`
      const ids = expired.map(({ id }) => id)
      const documents = await tx.document.findMany({
        where: { formSessionId: { in: ids } },
        select: { storedAs: true },
      })
      await tx.document.deleteMany({ where: { formSessionId: { in: ids } } })
      await tx.formSession.deleteMany({ where: { id: { in: ids } } })
      return { sessions: ids.length, files: documents.map((document) => document.storedAs) }
    })
    for (const name of files) await storage.remove(name)
    swept += sessions
    if (sessions < BATCH) return swept
  }
}
