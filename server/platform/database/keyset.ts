import { getOwn } from '#domain/get-own'
import { isRecord } from '#domain/json'
import { USER_TYPES } from '#domain/permissions'
import { cursorError, findCursor, toPage, toSkipTake } from './cursor.ts'
import type { Asked, CursorValue, Page } from './cursor.ts'

/** Each reads a cursor's value; null for one that a column of the type never holds. */
const READERS = {
  text: (value: CursorValue) => (typeof value === 'string' ? value : null),
  integer: (value: CursorValue) => (Number.isSafeInteger(value) ? value : null),
  amount: (value: CursorValue) => (typeof value === 'number' ? value : null),
  // JavaScript and PostgreSQL write other years differently.
  time: (value: CursorValue) =>
    typeof value === 'string' && /^\d/.test(value) && Date.parse(value) >= 0 ? new Date(value) : null,
  userType: (value: CursorValue) => USER_TYPES.find((type) => type === value) ?? null,
}

export type ColumnType = keyof typeof READERS
type Known = NonNullable<ReturnType<(typeof READERS)[ColumnType]>>

/** @throws AppError invalid_input */
export const readValues = (
  keys: readonly { type: ColumnType; isNullable?: boolean }[],
  values: CursorValue[],
): (Known | null)[] =>
  keys.map(({ type, isNullable }, index) => {
    const value = READERS[type](values[index] ?? null)
    if (value === null && !(values[index] === null && isNullable)) throw cursorError('after')
    return value
  })

export type Sort<Field extends string> = [field: Field, order: 'ASC' | 'DESC'][]

/** `path` leads from a row to the value, over a relation where it has two names. */
type Key = { path: string[]; isDescending: boolean; type: ColumnType; isNullable: boolean }

/** @param paths of fields that are sorted by another column; the newest id settles ties */
export function toKeys<Field extends string>(
  sort: Sort<Field> | undefined,
  paths: Partial<Record<NoInfer<Field>, string>> = {},
  idType: 'text' | 'integer' = 'text',
): Key[] {
  const toKey = (path: string, isDescending: boolean): Key => {
    const type = path.endsWith('At') ? 'time' : path === 'userType' ? path : path === 'id' ? idType : 'text'
    // A relation may be missing, and a user may never have signed in.
    const isNullable = path.includes('.') || path === 'lastSignInAt'
    return { path: path.split('.'), isDescending, type, isNullable }
  }
  const keys = sort
    ? sort.map(([field, order]) => toKey(paths[field] ?? field, order === 'DESC'))
    : [toKey('createdAt', true)]
  return keys.some(({ path }) => path[0] === 'id') ? keys : [...keys, toKey('id', true)]
}

export const nest = ([name = '', ...more]: string[], inner: unknown): object => ({
  [name]: more.length > 0 ? nest(more, inner) : inner,
})

export const keysOrder = (keys: Key[], isBackward = false): object[] =>
  keys.map(({ path, isDescending }) => {
    const sort = isDescending === isBackward ? 'asc' : 'desc'
    return nest(path, path[0] === 'lastSignInAt' ? { sort, nulls: isBackward ? 'first' : 'last' } : sort)
  })

/** The rows on the far side of the cursor's: they differ first in one of the keys. */
function beyond(keys: Key[], values: (Known | null)[], isBackward: boolean): object {
  const places = keys.map((key, index) => ({ key, value: values[index] ?? null }))
  return {
    OR: places.flatMap(({ key, value }, index) => {
      const equal = places.slice(0, index).map((place) => isValue(place.key, place.value))
      return after(key, value, isBackward).map((each) => ({ AND: [...equal, each] }))
    }),
  }
}

function after(key: Key, value: Known | null, isBackward: boolean): object[] {
  const descends = key.isDescending !== isBackward
  const hasNullsLast = key.path[0] === 'lastSignInAt' ? !isBackward : !descends
  if (value === null) return hasNullsLast ? [] : [{ NOT: isValue(key, null) }]
  const nulls = key.isNullable && hasNullsLast ? [isValue(key, null)] : []
  // Prisma compares no enums.
  const place = USER_TYPES.findIndex((type) => type === value)
  if (key.type === 'userType')
    return [nest(key.path, { in: descends ? USER_TYPES.slice(0, place) : USER_TYPES.slice(place + 1) })]
  return [nest(key.path, { [descends ? 'lt' : 'gt']: value }), ...nulls]
}

const isValue = ({ path }: Key, value: Known | null): object =>
  value !== null || path.length === 1 ? nest(path, value) : { NOT: nest(path, { gte: '' }) }

const valueAt = (row: unknown, path: string[]): CursorValue => {
  const value = path.reduce((inner: unknown, name) => (isRecord(inner) ? getOwn(inner, name) : null), row)
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'bigint' ? Number(value) : typeof value === 'string' ? value : null
}

export type Cut = { skip: number; take: number; orderBy: object[]; beyond: object }

/** @param find reads the rows that are also `beyond`, whose columns hold the values of all keys */
export async function readKeyedPage<Stored, Row>(
  asked: Asked,
  keys: Key[],
  find: (cut: Cut) => Promise<Stored[]>,
  count: () => Promise<number>,
  toRow: (stored: Stored) => Row,
): Promise<Page<Row>> {
  const [cursor, { skip, take }] = [findCursor(asked), toSkipTake(asked.range)]
  const rows = await find({
    ...(cursor ? { skip: 0, take: take + 1 } : { skip, take }),
    orderBy: keysOrder(keys, cursor?.isBackward === true),
    beyond: cursor ? beyond(keys, readValues(keys, cursor.values), cursor.isBackward) : {},
  })
  // Counting what a search finds takes as long again.
  const isLast = rows.length < take && (rows.length > 0 || skip === 0)
  const total = cursor?.total ?? (isLast ? skip + rows.length : await count())
  const page = toPage(asked, { rows, total }, (row) => keys.map(({ path }) => valueAt(row, path)))
  return { ...page, rows: page.rows.map((row) => toRow(row)) }
}
