import { z } from 'zod'
import { listEnvelope } from '../trpc/envelope.ts'
import { eg, egText, entity, EXAMPLE } from '../trpc/example.ts'

const month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/)
export const reportInput = z.strictObject({
  from: month
    .meta({ description: 'The first month; eleven before the last unless told', example: '2026-01' })
    .optional(),
  to: month
    .meta({ description: 'The last month; the current one unless told', example: '2026-12' })
    .optional(),
})
export type ReportInput = z.infer<typeof reportInput>

export const REPORT_GROUPS = ['month', 'funder', 'user'] as const

const row = entity('FunderReportRow', {
  by: eg(z.enum(REPORT_GROUPS), 'funder'),
  key: egText(EXAMPLE.funder.id).meta({
    description: 'A month, or the id of a funder or user; empty where none is known',
  }),
  name: egText(EXAMPLE.funder.name),
  asked: eg(
    z.number().int().meta({ description: 'Files that went to a funder, or that one made an offer on' }),
    10,
  ),
  offered: eg(z.number().int().meta({ description: 'Of them, with an offer' }), 4),
  approvalRate: eg(z.number().nullable().meta({ description: 'Offered by asked; 0.4 is 40 %' }), 0.4),
  funded: eg(z.number().int(), 2),
  amount: eg(z.number().meta({ description: 'Funded, US dollars' }), 100_000),
  commission: eg(z.number().meta({ description: 'US dollars; of a user their part of it' }), 8_000),
  days: eg(z.number().nullable().meta({ description: 'On average from the submit to the funding' }), 6.5),
})
export type ReportRow = z.infer<typeof row>
export const reportOutput = listEnvelope(row)
