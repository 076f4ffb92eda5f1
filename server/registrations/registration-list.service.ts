import { isNarrowed, reachesAllCompanies } from '#domain/permissions'
import { toReference } from '#domain/reference'
import type { Actor } from '../auth/actor.ts'
import { toPage, type Page } from '../platform/database/cursor.ts'
import { cutSql } from '../platform/database/keyset-sql.ts'
import { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'
import type { AuditActor } from '../events/record-event.ts'
import { recordListing } from '../events/audit/record-reading.ts'
import { REGISTRATION_COLUMNS, type ListInput, type Other, type Receipt } from './registration.schema.ts'

type Found = Omit<Receipt, 'at' | 'reference' | 'company' | 'registration'> & {
  at: Date
  companyId: string
  nameOut: string
  until: Date | null
  holder: Other | null
  conflicts: Other[]
}

/** A company sees its own receipts and nothing that depends on another's: no condition, count or column does. */
export async function listRegistrations(
  services: Pick<Services, 'db'>,
  by: AuditActor,
  asked: ListInput,
): Promise<Page<Receipt>> {
  const { sort, filter } = asked
  const seesAll = reachesAllCompanies(by.actor)
  const sorted = [...(sort ?? [['at', 'DESC'] as const]), ['id', sort?.at(-1)?.[1] ?? 'DESC'] as const]
  const keys = sorted.map(([field, order]) => ({ ...KEYS[field], isDescending: order === 'DESC' }))
  const { beyond, inOrder, total: known } = cutSql(asked, keys)
  const where = toWhere(by.actor, filter)
  const { total, rows } = await services.db.system('audit').read(async (client) => {
    const [counted] =
      known === null
        ? await client.$queryRaw<{ total: number }[]>`
            SELECT count(*)::int AS "total" FROM ${JOINED} WHERE ${where}`
        : [{ total: known }]
    const rows = await client.$queryRaw<Found[]>`
      SELECT r."id", r."number"::int AS "number", r."at", encode(r."digest", 'hex') AS "digest", r."companyId",
        coalesce(c."nameOut", '') AS "nameOut", coalesce(c."timeZone", 'America/New_York') AS "timeZone",
        CASE WHEN s."id" IS NOT NULL THEN ${NAME} END AS "merchant", ${seesAll ? OF_ALL : OF_OWN}
      FROM ${JOINED} LEFT JOIN "Company" c ON c."id" = r."companyId"
      WHERE ${where} AND ${beyond} ${inOrder}`
    return { total: counted?.total ?? 0, rows }
  })
  const toValues = (row: Found) =>
    sorted.map(([field]) => (field === 'at' ? row.at.toISOString() : row[field]))
  const page = toPage(asked, { rows, total }, toValues)
  await recordListing(services, by, {
    // The provider's requests show in no company's log.
    act: 'registrations-listed',
    objectType: 'registration',
    query: asked,
    rows: new Map([[seesAll ? null : by.actor.companyId, page.rows.length]]),
  })
  return { ...page, rows: page.rows.map((row) => toReceipt(row, seesAll)) }
}

const KEYS = {
  at: { sql: Prisma.sql`r."at"`, type: 'time' },
  number: { sql: Prisma.sql`r."number"`, type: 'integer' },
  id: { sql: Prisma.sql`r."id"`, type: 'text' },
} as const

const JOINED = Prisma.sql`"Registration" r LEFT JOIN "SubmissionDesk" s ON s."id" = r."id"`
const NAME = Prisma.sql`coalesce(nullif(trim(s."legalName"), ''), trim(s."dbaName"))`

const OF_OWN = Prisma.sql`NULL AS "until", NULL AS "holder", '[]'::json AS "conflicts"`

const OTHER = Prisma.sql`json_build_object('id', other."id", 'at', other."at",
  'company', coalesce((SELECT "nameOut" FROM "Company" WHERE "id" = other."companyId"), ''))`

const OF_ALL = Prisma.sql`r."until",
  (SELECT ${OTHER} FROM "Registration" other
    WHERE other."id" = r."holderId" AND other."companyId" <> r."companyId") AS "holder",
  (SELECT coalesce(json_agg(${OTHER} ORDER BY other."at"), '[]') FROM "Registration" other
    WHERE other."holderId" = r."id" AND other."companyId" <> r."companyId") AS "conflicts"`

/** Registrations that were followed by a receipt of another company in their time. */
const HAS_CONFLICTS = Prisma.sql`r."id" IN (
  SELECT later."holderId" FROM "Registration" later JOIN "Registration" holder ON holder."id" = later."holderId"
  WHERE holder."companyId" <> later."companyId")`

function toWhere(actor: Actor, filter: ListInput['filter']): Prisma.Sql {
  const { q = '', columns = REGISTRATION_COLUMNS, id, companyId, conflicts } = filter ?? {}
  const seesAll = reachesAllCompanies(actor)
  const conditions = [seesAll ? Prisma.sql`TRUE` : Prisma.sql`r."companyId" = ${actor.companyId ?? ''}`]
  if (isNarrowed(actor))
    conditions.push(
      Prisma.sql`r."id" IN (SELECT intake_submissions_of(${actor.scope}, ${actor.userId}, ${actor.companyId}))`,
    )
  if (id) conditions.push(Prisma.sql`r."id" = ANY(${id}::text[])`)
  if (companyId !== undefined) conditions.push(Prisma.sql`r."companyId" = ${companyId}`)
  if (conflicts && seesAll) conditions.push(HAS_CONFLICTS)
  if (q.trim() !== '') conditions.push(searched(q.trim(), columns))
  return Prisma.join(conditions, ' AND ')
}

const searched = (q: string, columns: readonly (typeof REGISTRATION_COLUMNS)[number][]): Prisma.Sql => {
  const like = `%${q.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const by = {
    merchant: Prisma.sql`lower(${NAME}) LIKE ${like}`,
    number: Prisma.sql`r."number"::text = ${q}`,
  }
  return columns.length === 0
    ? Prisma.sql`FALSE`
    : Prisma.sql`(${Prisma.join(
        columns.map((column) => by[column]),
        ' OR ',
      )})`
}

const toReceipt = (row: Found, seesAll: boolean): Receipt => {
  const toOther = (other: Other) => ({ ...other, at: new Date(other.at).toISOString() })
  return {
    id: row.id,
    number: row.number,
    at: row.at.toISOString(),
    digest: row.digest,
    reference: toReference(row.id),
    timeZone: row.timeZone,
    merchant: row.merchant,
    company: { id: row.companyId, nameOut: row.nameOut },
    registration: seesAll
      ? {
          until: row.until?.toISOString() ?? null,
          holder: row.holder && toOther(row.holder),
          conflicts: row.conflicts.map(toOther),
        }
      : null,
  }
}
