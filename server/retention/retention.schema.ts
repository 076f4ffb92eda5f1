import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { envelope } from '../trpc/envelope.ts'
import { id, text, wholeNumber } from '../trpc/inputs.ts'
import { eg, EXAMPLE, withExample, withExamples } from '../trpc/example.ts'

const { min, max } = LIMITS.retentionDays

export const retentionDays = z
  .number()
  .int()
  .min(min)
  .max(max)
  .nullable()
  .meta({ description: `Submissions older than so many days are destroyed, ${min} to ${max}; null: never` })

export const retentionInput = z.strictObject({
  id,
  days: wholeNumber(min, max, {
    description: 'What another period would come to; by default the one that is set',
    example: '365',
  }),
})
export type RetentionInput = z.infer<typeof retentionInput>

const retention = z.object({
  retentionDays: z.number().int().nullable(),
  /** null: nothing to wait for */
  from: z.string().nullable(),
  due: z.number().int(),
  onHold: z.number().int(),
  next: z.array(z.object({ day: z.string(), submissions: z.number().int() })),
  submissions: z.array(
    z.object({
      id: z.string(),
      createdAt: z.string(),
      /** null for callers who may not read submissions */
      legalName: z.string().nullable(),
      destroyedFrom: z.string(),
    }),
  ),
})
export type Retention = z.infer<typeof retention>

export const retentionOutput = envelope(
  withExample(retention, {
    retentionDays: 365,
    from: EXAMPLE.time,
    due: 1,
    onHold: 0,
    next: [{ day: '2026-11-22', submissions: 3 }],
    submissions: [
      {
        id: EXAMPLE.submission.id,
        createdAt: '2025-11-19T15:04:09.000Z',
        legalName: 'Golden Crust LLC',
        destroyedFrom: EXAMPLE.time,
      },
    ],
  }),
)

export const holdInput = z.strictObject({
  id,
  hold: z.boolean(),
  reason: text()
    .trim()
    .optional()
    .meta({ description: 'Short, without personal data', example: 'Smith v. Acme' }),
})
export type HoldInput = z.infer<typeof holdInput>

export const deleteInput = z.strictObject({
  id,
  reason: text().trim().min(1).meta({
    description: 'Short, without personal data',
    example: 'The applicant asked for it',
  }),
})
export const deleteOutput = envelope(withExamples({ id: eg(z.string(), EXAMPLE.submission.id) }))

export const legalHold = z.object({ at: z.string(), by: z.string(), reason: z.string() }).nullable()
export type LegalHold = NonNullable<z.infer<typeof legalHold>>

export const holdExample: LegalHold = { at: EXAMPLE.time, by: EXAMPLE.user.name, reason: 'Smith v. Acme' }

const holdAnswer = z.object({
  id: z.string(),
  legalHold,
  keptUntil: z.string().nullable(),
})
export type HoldAnswer = z.infer<typeof holdAnswer>
export const holdOutput = envelope(
  withExample(holdAnswer, { id: EXAMPLE.submission.id, legalHold: holdExample, keptUntil: null }),
)
