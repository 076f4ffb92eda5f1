import { Prisma } from '../../generated/client.ts'
import { findCursor, toSkipTake, type Asked } from './cursor.ts'
import { readValues, type ColumnType } from './keyset.ts'

export type SqlKey = { sql: Prisma.Sql; type: ColumnType; isDescending: boolean }

const CASTS: Record<ColumnType, Prisma.Sql> = {
  text: Prisma.sql`text`,
  integer: Prisma.sql`bigint`,
  amount: Prisma.sql`float8`,
  time: Prisma.sql`timestamptz`,
  userType: Prisma.sql`"UserType"`,
  status: Prisma.sql`"SubmissionStatus"`,
}

export const keysOrder = (keys: SqlKey[], isBackward = false): Prisma.Sql =>
  Prisma.join(
    keys.map(({ sql, isDescending }) =>
      isDescending === isBackward ? Prisma.sql`${sql} ASC` : Prisma.sql`${sql} DESC`,
    ),
  )

/** `total` is null for a page whose rows are to be counted. At a cursor, takes one row more than the page has. */
export function cutSql(asked: Asked, keys: SqlKey[]) {
  const [cursor, { skip, take }] = [findCursor(asked), toSkipTake(asked.range)]
  const isBackward = cursor?.isBackward === true
  return {
    beyond: cursor ? beyond(keys, readValues(keys, cursor.values), isBackward) : Prisma.sql`TRUE`,
    inOrder: Prisma.sql`ORDER BY ${keysOrder(keys, isBackward)}
      OFFSET ${cursor ? 0 : skip}::bigint LIMIT ${cursor ? take + 1 : take}::bigint`,
    total: cursor?.total ?? null,
  }
}

type Values = ReturnType<typeof readValues>

function beyond([key, ...others]: SqlKey[], [value, ...rest]: Values, isBackward: boolean): Prisma.Sql {
  if (!key) return Prisma.sql`FALSE`
  const far = key.isDescending === isBackward ? Prisma.sql`>` : Prisma.sql`<`
  const given = (each: SqlKey, of: Values[number] | undefined) => Prisma.sql`${of}::${CASTS[each.type]}`
  // PostgreSQL finds a row by an index where it compares rows.
  if (others.every(({ isDescending }) => isDescending === key.isDescending)) {
    const columns = Prisma.join([key, ...others].map(({ sql }) => sql))
    const place = Prisma.join([key, ...others].map((each, index) => given(each, [value, ...rest][index])))
    return Prisma.sql`(${columns}) ${far} (${place})`
  }
  const tied = beyond(others, rest, isBackward)
  const here = given(key, value)
  return Prisma.sql`(${key.sql} ${far}= ${here} AND (${key.sql} ${far} ${here} OR ${tied}))`
}
