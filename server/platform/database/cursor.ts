import { createHash } from 'node:crypto'
import { LIMITS } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { fieldError } from '../../errors.ts'

export type CursorValue = string | number | null
/** Callers can alter a cursor, so each value is checked against its column's type. */
export type CursorText = { query: string; total: number; values: CursorValue[] }
export type Cursor = { total: number; values: CursorValue[]; isBackward: boolean }

/** `from` is null for a page at a cursor; `next` and `prev` are cursors of the pages beside this one. */
export type Page<Row> = { rows: Row[]; total: number; from: number | null; next?: string; prev?: string }

export type Asked = {
  range?: [number, number] | undefined
  after?: CursorText | undefined
  before?: CursorText | undefined
}

export const cursorError = (field: string) => fieldError(field, serverMessages.invalid.cursor)

/** @throws AppError invalid_input for a cursor of another sort or filter */
export function findCursor(asked: Asked): Cursor | null {
  const { after, before } = asked
  const given = after ?? before
  if (!given) return null
  if ((after && before) || given.query !== queryDigest(asked)) throw cursorError(after ? 'after' : 'before')
  return { total: given.total, values: given.values, isBackward: after === undefined }
}

const queryDigest = ({ range: _range, after: _after, before: _before, ...query }: Asked): string =>
  createHash('sha256').update(JSON.stringify(query)).digest('base64url').slice(0, 12)

/** Without a range, the first 1,000 rows. */
export function toSkipTake(range: [number, number] | undefined): {
  from: number
  skip: number
  take: number
} {
  const [from, to] = range ?? [0, LIMITS.listRows - 1]
  return { from, skip: from, take: to - from + 1 }
}

export const toCursor = (asked: Asked, values: CursorValue[], total = 0): CursorText => ({
  query: queryDigest(asked),
  total,
  values,
})

/**
 * @param found in the order of reading: backwards before a cursor; at a cursor, one row more than the page where there is one
 * @param total as counted for the first page, which its cursors pass on
 */
export function toPage<Row>(
  asked: Asked,
  { rows: found, total }: { rows: Row[]; total: number },
  toValues: (row: Row) => CursorValue[],
): Page<Row> {
  const [cursor, { from, take }] = [findCursor(asked), toSkipTake(asked.range)]
  const rows = found.slice(0, take)
  const hasMore = cursor ? found.length > take : from + rows.length < total
  if (cursor?.isBackward) rows.reverse()
  const toText = (row: Row) => {
    const { query, values } = toCursor(asked, toValues(row))
    return Buffer.from(JSON.stringify([query, total, ...values])).toString('base64url')
  }
  const [first, last] = [rows[0], rows.at(-1)]
  const [hasNext, hasPrev] = cursor?.isBackward ? [true, hasMore] : [hasMore, cursor !== null || from > 0]
  return {
    rows,
    total,
    from: cursor ? null : from,
    ...(last && hasNext && { next: toText(last) }),
    ...(first && hasPrev && { prev: toText(first) }),
  }
}
