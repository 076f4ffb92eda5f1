import { asSystem, type Tx } from '../auth/actor.ts'
import type { Database } from '../database/db.ts'
import { Prisma } from '../generated/client.ts'
import { underOther, WRAPPED_COLUMNS } from './wrapped-columns.ts'

/** Rows read at a time. */
const BATCH = 200

/** Is a session, or what was submitted under it, under another key than this one? */
const sessionUnderOther = (keyId: string): Prisma.Sql => Prisma.sql`
  (intake_key_id(s."wrappedKey") <> ${keyId} OR intake_key_id(f."valuesDigest") <> ${keyId})`

const documentUnderOther = (keyId: string): Prisma.Sql => Prisma.sql`
  "formSessionId" IS NULL AND intake_key_id("wrappedKey") <> ${keyId}`

/** The form sessions that still have to be encrypted anew, by id, read as they are asked for. */
export const sessionsUnderOther = (db: Database, keyId: string): AsyncGenerator<string> =>
  inBatches((after) =>
    asSystem(
      db,
      'maintenance',
      (client) => client.$queryRaw<{ id: string }[]>`
          SELECT s."id" FROM "FormSession" s LEFT JOIN "FormSubmission" f ON f."id" = s."id"
          WHERE s."id" > ${after} AND ${sessionUnderOther(keyId)} ORDER BY s."id" LIMIT ${BATCH}`,
    ),
  )

/** Likewise the documents that hang on none. */
export const documentsUnderOther = (db: Database, keyId: string): AsyncGenerator<string> =>
  inBatches((after) =>
    asSystem(
      db,
      'maintenance',
      (client) => client.$queryRaw<{ id: string }[]>`
          SELECT "id" FROM "Document" WHERE "id" > ${after} AND ${documentUnderOther(keyId)}
          ORDER BY "id" LIMIT ${BATCH}`,
    ),
  )

async function* inBatches(next: (after: string) => Promise<{ id: string }[]>): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const rows = await next(after)
    yield* rows.map(({ id }) => id)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
  }
}

/** Is any row under another key than this one? */
export async function isAnyUnderOther(tx: Tx, keyId: string): Promise<boolean> {
  const places = [
    Prisma.sql`
      SELECT 1 FROM "FormSession" s LEFT JOIN "FormSubmission" f ON f."id" = s."id"
      WHERE ${sessionUnderOther(keyId)}`,
    Prisma.sql`SELECT 1 FROM "Document" WHERE ${documentUnderOther(keyId)}`,
    ...WRAPPED_COLUMNS.map(
      (place) =>
        Prisma.sql`SELECT 1 FROM ${Prisma.raw(`"${place.table}"`)} WHERE ${underOther(place, keyId)}`,
    ),
  ]
  const found = places.map((place) => Prisma.sql`EXISTS (${place})`)
  const [row] = await tx.$queryRaw<{ found: boolean }[]>`SELECT ${Prisma.join(found, ' OR ')} AS "found"`
  return row?.found ?? false
}

/** Every table in which something may be under a key, but for AuditKey, whose trigger knows a lock of its own. */
export const LOCKED_TABLES = [
  'FormSession',
  'FormSubmission',
  'Document',
  ...WRAPPED_COLUMNS.map(({ table }) => table).filter((table) => table !== 'AuditKey'),
] as const
