import { z } from 'zod'
import { toReference } from '#domain/reference'
import { envelope, listEnvelope } from '../trpc/envelope.ts'
import { eg, EXAMPLE, entity, withExamples } from '../trpc/example.ts'
import { filter, id, paging, sort } from '../trpc/inputs.ts'

export const REGISTRATION_COLUMNS = ['merchant', 'number'] as const

export const listInput = z.strictObject({
  sort: sort('at', 'number'),
  ...paging,
  filter: filter([...REGISTRATION_COLUMNS], {
    companyId: id.optional(),
    conflicts: z.boolean().optional(),
  }),
})
export type ListInput = z.infer<typeof listInput>

const other = z.object({ id: z.string(), company: z.string(), at: z.string() })
export type Other = z.infer<typeof other>

const receipt = entity('Registration', {
  id: eg(z.string(), EXAMPLE.submission.id),
  number: eg(z.number().int(), 12),
  at: eg(z.string(), EXAMPLE.time),
  digest: eg(z.string(), '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'),
  reference: eg(z.string(), toReference(EXAMPLE.submission.id)),
  company: eg(z.object({ id: z.string(), nameOut: z.string() }), {
    id: EXAMPLE.company.id,
    nameOut: EXAMPLE.company.nameOut,
  }),
  timeZone: eg(z.string(), EXAMPLE.timeZone),
  merchant: eg(z.string().nullable(), 'Golden Crust LLC').meta({
    description: 'Null once the submission is destroyed',
  }),
  registration: z
    .object({ until: z.string().nullable(), holder: other.nullable(), conflicts: z.array(other) })
    .nullable()
    .meta({
      description:
        'For admins alone, else null: until when the receipt registers the merchant; the earlier receipt of another company that does so; later receipts of other companies in that time',
      example: null,
    }),
})
export type Receipt = z.infer<typeof receipt>
export const listOutput = listEnvelope(receipt)

export const verifyInput = z.strictObject({ id })
export const verifyOutput = envelope(
  withExamples({
    isChained: eg(z.boolean(), true).meta({ description: 'As it was made, and follows the one before it' }),
    isUnchanged: eg(z.boolean().nullable(), true).meta({
      description: 'The submission still has this digest; null once it is destroyed',
    }),
  }),
)
