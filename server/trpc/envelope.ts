import { z } from 'zod'

export const envelope = <T extends z.ZodType>(data: T) => z.object({ status: z.literal('success'), data })

export const listEnvelope = <T extends z.ZodType>(row: T) =>
  z.object({ status: z.literal('success'), data: z.array(row), total: z.number().int() })

export const success = <T>(data: T) => ({ status: 'success' as const, data })

export const successList = <T>(rows: T[], total: number) => ({
  status: 'success' as const,
  data: rows,
  total,
})
