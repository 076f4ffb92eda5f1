import { Prisma } from '../../generated/client.ts'
import { findCursor, toSkipTake, type Asked } from './cursor.ts'
import { readValues, type ColumnType } from './keyset.ts'

/** `isNullable`: of the first key alone; rows without a value come last in either order */
export type SqlKey = { sql: Prisma.Sql; type: ColumnType; isDescending: boolean; isNullable?: boolean }

const CASTS: Record<ColumnType, Prisma.Sql> = {
  text: Prisma.sql`text`,
  integer: Prisma.sql`bigint`,
  amount: Prisma.sql`float8`,
  time: Prisma.sql`timestamptz`,
  userType: Prisma.sql`"UserType"`,
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
type Part = { where: Prisma.Sql; order: Prisma.Sql }

/**
 * The page as parts that follow each other, so that one index serves a nullable key in both orders.
 * @param from rows, with an open condition
 * @returns the ids of rows named `s`, in order
 */
export function pageOfIds(asked: Asked, keys: SqlKey[], from: Prisma.Sql): Prisma.Sql {
  const [cursor, place] = [findCursor(asked), toSkipTake(asked.range)]
  const isBackward = cursor?.isBackward === true
  const [skip, take] = cursor ? [0, place.take + 1] : [place.skip, place.take]
  const parts = toParts(keys, cursor && readValues(keys, cursor.values), isBackward)
  const ids = parts.map(
    ({ where, order }) => Prisma.sql`
      (SELECT s."id" ${from} AND ${where} ORDER BY ${order} LIMIT ${skip + take}::bigint)`,
  )
  return Prisma.sql`SELECT "id" FROM (${Prisma.join(ids, ' UNION ALL ')}) AS part
    OFFSET ${skip}::bigint LIMIT ${take}::bigint`
}

function toParts(keys: SqlKey[], values: Values | null, isBackward: boolean): Part[] {
  const [first, ...rest] = keys
  const all = { where: values ? beyond(keys, values, isBackward) : Prisma.sql`TRUE`, order: keysOrder(keys, isBackward) } // prettier-ignore
  if (!first?.isNullable) return [all]
  const isAtNull = values !== null && values[0] === null
  const whole = Prisma.sql`TRUE`
  const none = Prisma.sql`FALSE`
  const known = !isAtNull ? all.where : isBackward ? whole : none
  const unknown = isAtNull ? beyond(rest, values.slice(1), isBackward) : values && isBackward ? none : whole
  const parts = [
    { where: Prisma.sql`${first.sql} IS NOT NULL AND ${known}`, order: all.order },
    { where: Prisma.sql`${first.sql} IS NULL AND ${unknown}`, order: keysOrder(rest, isBackward) },
  ]
  return isBackward ? parts.reverse() : parts
}

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
