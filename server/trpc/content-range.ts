import type { Page } from '../database/list-query.ts'
import { successList } from './envelope.ts'

/** `submissions 0-9/57`, an asterisk for an empty page */
const contentRange = (entity: string, from: number, rows: number, total: number): string =>
  rows === 0 ? `${entity} */${total}` : `${entity} ${from}-${from + rows - 1}/${total}`

type Context = { setHeader(name: string, value: string): void }

export function listAnswer<Row>({ setHeader }: Context, entity: string, { rows, total, from }: Page<Row>) {
  setHeader('content-range', contentRange(entity, from, rows.length, total))
  return successList(rows, total)
}
