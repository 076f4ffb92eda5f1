import { z } from 'zod'
import { FUNNEL_STEPS, SUBMISSION_STATUSES } from '#domain/submission-status'
import { envelope } from '../trpc/envelope.ts'
import { eg, EXAMPLE, entity, withExamples } from '../trpc/example.ts'
import { id, wholeNumber } from '../trpc/inputs.ts'

export const dashboardInput = z.strictObject({
  days: wholeNumber(1, 90, {
    description: 'Days of the funnel, today included; 30 unless told',
    example: '90',
  }),
  linkId: id.meta({ description: 'The funnel of this link only', example: EXAMPLE.link.id }).optional(),
})
export type DashboardInput = z.infer<typeof dashboardInput>

const count = eg(z.number().int(), 12)
const day = eg(z.string(), '2026-11-21')
const done = { received: count, decided: count, funded: count }

const waiting = entity('WaitingSubmission', {
  id: eg(z.string(), EXAMPLE.submission.id),
  merchant: eg(z.string(), 'Golden Crust Bakery LLC'),
  company: eg(z.string(), EXAMPLE.company.nameOut),
  statusName: eg(z.string(), 'In review'),
  status: eg(z.enum(SUBMISSION_STATUSES), 'in_review'),
  statusAt: eg(z.string(), EXAMPLE.time),
  days: eg(z.number().int().meta({ description: 'Whole days in its status' }), 6),
  owner: eg(z.string().nullable(), EXAMPLE.user.name),
})
export type WaitingRow = z.infer<typeof waiting>

const status = withExamples({
  status: eg(z.enum(SUBMISSION_STATUSES), 'new'),
  name: eg(z.string(), 'New'),
  count,
  amount: eg(
    z.number().meta({ description: 'Requested, and of funded ones what was funded where known, US dollars' }),
    480_000,
  ),
})
const link = withExamples({
  id: eg(z.string(), EXAMPLE.link.id),
  name: eg(z.string(), ''),
  slug: eg(z.string(), EXAMPLE.link.slug),
  user: eg(z.string(), EXAMPLE.user.name),
  company: eg(z.string(), EXAMPLE.company.nameOut),
  count,
})
const band = withExamples({
  from: eg(z.number().meta({ description: 'True revenue a month from this on, US dollars' }), 50_000),
  to: eg(z.number().nullable(), 100_000),
  count,
  amount: eg(z.number().meta({ description: 'Requested, US dollars' }), 480_000),
})
const week = withExamples({ from: day, to: day, ...done })
const step = withExamples({
  step: eg(z.enum(FUNNEL_STEPS), 'submitted'),
  count,
  medianSeconds: eg(
    z.number().int().nullable().meta({ description: 'From the step before; within 10 %' }),
    840,
  ),
})

const dashboard = entity('Dashboard', {
  timeZone: eg(z.string(), EXAMPLE.timeZone),
  today: withExamples({ day, ...done }),
  total: count,
  waiting: z.array(waiting).meta({ description: 'The ten open ones longest in their status' }),
  mine: withExamples({ count, rows: z.array(waiting) }),
  statuses: z.array(status),
  revenue: z.array(band).meta({ description: 'Open ones whose bank statements are read' }),
  links: z.array(link).meta({ description: 'The ten with the most submissions' }),
  weeks: z.array(week).meta({ description: 'Twelve from Monday to Sunday, the current one last' }),
  funnel: withExamples({ from: day, steps: z.array(step) }),
})
export const dashboardOutput = envelope(dashboard)
export type Dashboard = z.infer<typeof dashboard>
