import { SUBMISSION_STATUSES, isOpen } from '#domain/submission-status'
import type { Actor } from '../../auth/actor.ts'
import { Prisma } from '../../generated/client.ts'
import type { SearchInput } from '../submission.schema.ts'

type Filter = SearchInput['filter']

/** Conditions on rows named `s`, without those on days and texts. */
export const narrowedTo = (filter: Filter): Prisma.Sql[] => [
  ...when(filter?.id, (ids) => Prisma.sql`s."id" = ANY(${ids}::text[])`),
  ...when(filter?.companyId, (id) => Prisma.sql`s."companyId" = ${id}::text`),
  ...when(filter?.linkId, (id) => Prisma.sql`s."linkId" = ${id}::text`),
  ...when(filter?.onHold, (onHold) => (onHold ? HELD : NOT_HELD)),
]

/** The same for columns of SubmissionDesk. */
export const deskNarrowedTo = ({ userId }: Pick<Actor, 'userId'>, filter: Filter): Prisma.Sql[] => [
  ...when(
    filter?.status,
    (statuses) => Prisma.sql`s."status" = ANY(${[statuses].flat()}::"SubmissionStatus"[])`,
  ),
  ...when(filter?.statusKey, (key) => Prisma.sql`s."statusKey" = ${key}::text`),
  ...when(filter?.ownerId, (id) =>
    id === 'none'
      ? Prisma.sql`s."ownerId" IS NULL`
      : Prisma.sql`s."ownerId" = ${id === 'me' ? userId : id}::text`,
  ),
  ...when(filter?.teamId, (id) => Prisma.sql`s."teamId" = ${id}::text`),
  ...when(filter?.state, (state) => Prisma.sql`s."state" = ${state}::text`),
  ...when(filter?.amountFrom, (from) => Prisma.sql`s."amountRequested" >= ${from}::float8::numeric`),
  ...when(filter?.amountTo, (to) => Prisma.sql`s."amountRequested" <= ${to}::float8::numeric`),
  ...when(filter?.salesFrom, (from) => Prisma.sql`s."monthlySales" >= ${from}::float8::numeric`),
  ...when(
    filter?.updatedSince,
    (time) => Prisma.sql`s."updatedAt" >= to_timestamp(${Date.parse(time) / 1000}::float8)`,
  ),
  ...when(filter?.salesTo, (to) => Prisma.sql`s."monthlySales" <= ${to}::float8::numeric`),
  ...when(
    filter?.openDays,
    (days) => Prisma.sql`s."status" = ANY(${OPEN}::"SubmissionStatus"[])
      AND s."statusAt" <= now() - ${days}::int * interval '1 day'`,
  ),
]

const when = <Value>(value: Value | undefined, toSql: (value: Value) => Prisma.Sql): Prisma.Sql[] =>
  value === undefined ? [] : [toSql(value)]

const HELD = Prisma.sql`s."legalHoldAt" IS NOT NULL`
/** Only the few rows on hold have an index. */
const NOT_HELD = Prisma.sql`NOT EXISTS (
  SELECT FROM "FormSubmission" held WHERE held."id" = s."id" AND held."legalHoldAt" IS NOT NULL)`
const OPEN = SUBMISSION_STATUSES.filter(isOpen)
