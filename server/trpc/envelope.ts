import { z } from 'zod'
import type { Page } from '../platform/database/cursor.ts'

export const envelope = <T extends z.ZodType>(data: T) => z.object({ status: z.literal('success'), data })

export const listEnvelope = <T extends z.ZodType>(row: T) =>
  z.object({ status: z.literal('success'), data: z.array(row), total: z.number().int(), ...beside })

const beside = {
  next: z.string().optional().meta({ description: 'The cursor of the next page, for `after`' }),
  prev: z.string().optional().meta({ description: 'The cursor of the previous page, for `before`' }),
}

export const success = <T>(data: T) => ({ status: 'success' as const, data })

export const successList = <T>(rows: T[], total: number) => ({
  status: 'success' as const,
  data: rows,
  total,
})

/** `submissions 0-9/57`, an asterisk for an empty page */
const contentRange = (entity: string, from: number, rows: number, total: number): string =>
  rows === 0 ? `${entity} */${total}` : `${entity} ${from}-${from + rows - 1}/${total}`

type Context = { setHeader(name: string, value: string): void }

export function listAnswer<Row>({ setHeader }: Context, entity: string, page: Page<Row>) {
  const { rows, total, from, ...beside } = page
  if (from !== null) setHeader('content-range', contentRange(entity, from, rows.length, total))
  return { ...successList(rows, total), ...beside }
}
