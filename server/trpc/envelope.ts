import { z } from 'zod'

/** The success half of the envelope, as an output schema (decisions section 3). */
export const envelope = <T extends z.ZodType>(data: T) => z.object({ status: z.literal('success'), data })

/** The same for a list: `total` counts what the filter matches, whatever the range. */
export const listEnvelope = <T extends z.ZodType>(row: T) =>
  z.object({ status: z.literal('success'), data: z.array(row), total: z.number().int() })

export const success = <T>(data: T) => ({ status: 'success' as const, data })

export const successList = <T>(rows: T[], total: number) => ({
  status: 'success' as const,
  data: rows,
  total,
})
