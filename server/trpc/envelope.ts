import { z } from 'zod'

/** The success half of the envelope, as an output schema (decisions section 3). */
export const envelope = <T extends z.ZodType>(data: T) => z.object({ status: z.literal('success'), data })

/** The same for a list: `total` counts what the filter matches, whatever the range. */
export const listEnvelope = <T extends z.ZodType>(row: T) =>
  z.object({ status: z.literal('success'), data: z.array(row), total: z.number().int() })

/** IANA name of the time zone of a row's company, in which its times are shown. */
export const timeZone = z.string()

export const success = <T>(data: T) => ({ status: 'success' as const, data })

export const successList = <T>(rows: T[], total: number) => ({
  status: 'success' as const,
  data: rows,
  total,
})
