import { LIMITS } from '#domain/limits'
import { countTries, type Bucket } from '../auth/throttle.ts'
import type { Database } from '../platform/database/db.ts'
import { Prisma } from '../generated/client.ts'

/** A budget of bytes in `LIMITS.quotaHours`. */
export type Quota = { key: string; max: number }

/** `room`: bytes that this upload may write. `slot`: where they are counted; null if a quota is used up. */
export type QuotaUse = {
  key: string
  room: number
  slot: string | null
  /** seconds until the oldest bytes no longer count */
  seconds: number | null
}

type Usage = Record<keyof Bucket, number | null> & {
  /** files of the session, and whether this one is among them */
  present: number
  isStored: boolean
  uses: QuotaUse[] | null
}

type Asked = {
  triesKey: string | null
  quotas: readonly Quota[]
  /** bytes to count now, and how many of them must have room */
  bytes: number
  least: number
  session: { id: string; clientFileId: string | null } | null
}

const { quotaHours, quotaSlotMinutes } = LIMITS
const SLOT = Prisma.sql`date_bin(make_interval(mins => ${quotaSlotMinutes}::int), now(), 'epoch'::timestamptz)`
const COUNTED = Prisma.sql`make_interval(hours => ${quotaHours}::int, mins => ${quotaSlotMinutes}::int)`

/**
 * Counts a try and the bytes of an upload, except of a file that is stored already, and reads all that bounds it. Bytes
 * count before they are written, so that parallel uploads of all servers keep within a quota.
 */
export async function claimUsage(db: Database, asked: Asked): Promise<Usage | null> {
  const { triesKey, quotas, bytes, least, session } = asked
  const key = Prisma.sql`(SELECT ${triesKey}::text FROM present WHERE NOT "isStored")`
  const [usage] = await db.system('public-form').query<Usage>(
    'claim-upload-usage',
    Prisma.sql`
      WITH present AS (
        SELECT count(*)::int AS "present",
          coalesce(bool_or("clientFileId" = ${session?.clientFileId ?? null}::text), false) AS "isStored"
        FROM "Document" WHERE "formSessionId" = ${session?.id ?? null}::text
      ), tries AS (${countTries('uploadPerSession', key)}),
      quota AS (
        SELECT asked.*, min(used."slot") AS "oldest", coalesce(sum(used."bytes"), 0)::float8 AS "used",
          coalesce(sum(used."bytes") FILTER (WHERE used."slot" < ${SLOT}), 0)::float8 AS "earlier"
        FROM unnest(${quotas.map(({ key }) => key)}::text[], ${quotas.map(({ max }) => max)}::float8[])
          WITH ORDINALITY AS asked("key", "max", "place")
        LEFT JOIN "UploadUse" used ON used."key" = asked."key" AND used."slot" > now() - ${COUNTED}
        GROUP BY asked."key", asked."max", asked."place"
      ), claimed AS (
        INSERT INTO "UploadUse" AS used ("key", "slot", "bytes")
        SELECT "key", ${SLOT}, ${bytes}::bigint FROM quota, present
          WHERE NOT "isStored" AND NOT EXISTS (SELECT 1 FROM quota WHERE "max" - "used" < ${least}::float8)
          ORDER BY "place"
        ON CONFLICT ("key", "slot") DO UPDATE SET "bytes" = used."bytes" + excluded."bytes"
        RETURNING "key", "slot", "bytes"
      )
      SELECT present.*, tries."count", tries."left", (
        SELECT json_agg(json_build_object('key', quota."key", 'slot', claimed."slot",
          'room', "max" - coalesce("earlier" + claimed."bytes" - ${bytes}::float8, "used"),
          'seconds', ceil(extract(epoch FROM "oldest" - now() + ${COUNTED}))) ORDER BY "place")
        FROM quota LEFT JOIN claimed ON claimed."key" = quota."key"
      ) AS "uses"
      FROM present LEFT JOIN tries ON true`,
  )
  return usage ?? null
}

/** Takes back bytes that were counted and not written. */
export async function settleUsage(db: Database, { key, slot }: QuotaUse, unwritten: number): Promise<void> {
  await db.system('public-form').query(
    'settle-upload-usage',
    Prisma.sql`
      UPDATE "UploadUse" SET "bytes" = "bytes" - ${unwritten}::bigint
      WHERE "key" = ${key}::text AND "slot" = ${slot}::timestamptz`,
  )
}
