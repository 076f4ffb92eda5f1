import { LIMITS } from '#domain/limits'
import { querySystem } from '../../auth/actor.ts'
import { countTries, type Bucket } from '../../auth/throttle.ts'
import type { Database } from '../../database/db.ts'
import { Prisma } from '../../generated/client.ts'

type Usage = Record<keyof Bucket, number | null> & {
  /** files of the session, and whether this one is among them */
  present: number
  isStored: boolean
  addressBytes: number
  /** seconds until the address's oldest file no longer counts */
  addressSeconds: number | null
  companyBytes: number
}

/** Null leaves the tries, a sum or the session out; sums leave out files that are under way. */
type Asked = {
  triesKey: string | null
  address: { from: string; except: string[] } | null
  company: { id: string; isApplicants: boolean; except: string[] } | null
  session: { id: string; clientFileId: string | null } | null
}

const counted = Prisma.sql`coalesce(sum(greatest("fileSize", ${LIMITS.quotaFileBytes}::int)), 0)::float8`

/** Found by their ids alone: the sum's own index would be read to its end again. */
const amountOf = (ids: string[] | undefined, where: Prisma.Sql): Prisma.Sql => Prisma.sql`(
  SELECT ${counted} FROM unnest(${ids ?? []}::text[]) own ("id")
    CROSS JOIN LATERAL (SELECT * FROM "Document" WHERE "id" = own."id" LIMIT 1) file WHERE ${where})`

/** Counts a try, except of a file that is stored already, and reads all that bounds an upload. */
export async function readUsage(db: Database, asked: Asked): Promise<Usage | null> {
  const { triesKey, address, company, session } = asked
  const key = Prisma.sql`(SELECT ${triesKey}::text FROM present WHERE NOT "isStored")`
  const ofAddress = Prisma.sql`"uploadedFrom" = ${address?.from ?? null}::text
    AND "createdAt" > now() - make_interval(hours => ${LIMITS.quotaHours}::int)`
  const ofCompany = Prisma.sql`"companyId" = ${company?.id ?? null}::text
    AND ("formSessionId" IS NOT NULL) = ${company?.isApplicants ?? null}::boolean AND "uploadedFrom" IS NOT NULL`
  const [usage] = await querySystem<Usage>(
    db,
    'public-form',
    'upload-usage',
    Prisma.sql`
      WITH present AS (
        SELECT count(*)::int AS "present",
          coalesce(bool_or("clientFileId" = ${session?.clientFileId ?? null}::text), false) AS "isStored"
        FROM "Document" WHERE "formSessionId" = ${session?.id ?? null}::text
      ), tries AS (${countTries('uploadPerSession', key)})
      SELECT present.*, tries."count", tries."left", address.*, company.*
      FROM present LEFT JOIN tries ON true, (
        SELECT ${counted} - ${amountOf(address?.except, ofAddress)} AS "addressBytes",
          ceil(extract(epoch FROM min("createdAt") - now()))::int + ${LIMITS.quotaHours * 3600}::int AS "addressSeconds"
        FROM "Document" WHERE ${ofAddress}
      ) address, (
        SELECT ${counted} - ${amountOf(company?.except, ofCompany)} AS "companyBytes"
        FROM "Document" WHERE ${ofCompany}
      ) company`,
  )
  return usage ?? null
}
