import type { Page } from '../database/list-query.ts'
import { successList } from './envelope.ts'

/** Header with a list's total: `submissions 0-9/57`, an asterisk for the rows of an empty page. */
export const contentRange = (entity: string, from: number, rows: number, total: number): string =>
  rows === 0 ? `${entity} */${total}` : `${entity} ${from}-${from + rows - 1}/${total}`

type Context = { setHeader(name: string, value: string): void }

/** A page of a list in the envelope, and the header from which ra-data-simple-rest reads the total. */
export function listAnswer<Row>({ setHeader }: Context, entity: string, { rows, total, from }: Page<Row>) {
  setHeader('content-range', contentRange(entity, from, rows.length, total))
  return successList(rows, total)
}
