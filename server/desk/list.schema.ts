import { z } from 'zod'
import { SUBMISSION_STATUSES } from '#domain/submission-status'
import { envelope } from '../trpc/envelope.ts'
import { EXAMPLE, withExample } from '../trpc/example.ts'
import { time } from '../events/audit/audit.schema.ts'
import { exportInput } from '../submissions/submission.schema.ts'

export const countsInput = exportInput.omit({ sort: true })
export type CountsInput = z.infer<typeof countsInput>

const statusCount = z.object({
  key: z.string(),
  name: z.string(),
  status: z.enum(SUBMISSION_STATUSES),
  count: z.number().int(),
})
export type StatusCount = z.infer<typeof statusCount>
export const countsOutput = envelope(
  withExample(z.array(statusCount), [{ key: 'new', name: 'New', status: 'new', count: 12 }]),
)

export const arrivalsInput = z.strictObject({
  since: time.meta({ description: 'A time; without it none count', example: EXAMPLE.time }).optional(),
})
const arrivals = z.object({
  count: z.number().int().meta({ description: 'Received after `since`; 100 stands for 100 and more' }),
  newest: z.string().nullable().meta({ description: 'When the newest was received: the next `since`' }),
})
export type Arrivals = z.infer<typeof arrivals>
export const arrivalsOutput = envelope(withExample(arrivals, { count: 2, newest: EXAMPLE.time }))
