import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { offerServerMessages as words } from '#domain/messages/server-offer'
import { envelope } from '../trpc/envelope.ts'
import { eg, egText, entity, EXAMPLE, withExamples } from '../trpc/example.ts'
import { id } from '../trpc/inputs.ts'
import { day, dollars } from './offer.schema.ts'

const percent = z.number().min(0).max(100)
const named = z.object({ id: z.string(), name: z.string() })
const split = z.object({ userId: z.string(), name: z.string(), percent: z.number() })
const storedSplits = z.array(split)
/** The stored shares of a commission; none if the row is damaged. */
export const toSplits = (stored: unknown) => storedSplits.safeParse(stored).data ?? []

export const fundInput = z.strictObject({
  id,
  offerId: id
    .nullable()
    .optional()
    .meta({ description: 'Of this submission; as before unless told', example: null }),
  amount: eg(dollars(0.01), 50_000).meta({ description: 'US dollars' }),
  fundedAt: eg(day, '2026-12-01'),
  commission: eg(dollars(0), 4_000).meta({ description: 'US dollars, paid to the company' }),
  splits: eg(
    z
      .array(z.strictObject({ userId: id, percent }))
      .max(LIMITS.splits)
      .refine(
        (each) =>
          each.reduce((sum, split) => sum + split.percent, 0) <= 100 &&
          new Set(each.map(({ userId }) => userId)).size === each.length,
        words.splits,
      )
      .optional(),
    [{ userId: EXAMPLE.user.id, percent: 50 }],
  ).meta({ description: 'Who shares the commission, in per cent; as before unless told' }),
})
export type FundInput = z.infer<typeof fundInput>

export const funding = entity('Funding', {
  id: egText(EXAMPLE.submission.id),
  offerId: eg(z.string().nullable(), null),
  funder: eg(named.nullable(), EXAMPLE.funder),
  amount: eg(z.number(), 50_000),
  fundedAt: egText('2026-12-01'),
  commission: eg(z.number(), 4_000),
  splits: eg(storedSplits, [{ userId: EXAMPLE.user.id, name: EXAMPLE.user.name, percent: 50 }]),
  halfPaidAt: eg(
    z.string().nullable().meta({ description: 'When half is paid back by the terms of the offer' }),
    '2027-03-01',
  ),
  createdAt: egText(EXAMPLE.time),
  updatedAt: egText(EXAMPLE.time),
})
export type Funding = z.infer<typeof funding>
export const fundOutput = envelope(funding)

export const renewInput = z.strictObject({ id })
export const renewOutput = envelope(
  withExamples({
    id: eg(z.string().meta({ description: 'Of the new form session' }), EXAMPLE.submission.id),
    mailed: eg(z.boolean(), true),
    url: eg(z.string().nullable().meta({ description: 'To pass on, where no mail was sent' }), null),
  }),
)

const renewal = z.object({ id: z.string(), createdAt: z.string(), submittedAt: z.string().nullable() })
/** What the record of a submission says of its funders. */
export const dealShape = {
  funding: funding.nullable(),
  renewalOf: z.string().nullable().meta({ description: 'The funded submission that this one renews' }),
  renewals: z.array(renewal).meta({ description: 'Begun from this one; submitted ones are submissions' }),
  hasOffers: z.boolean(),
  allDeclined: z.boolean().meta({ description: 'Every funder who was sent a package declined' }),
}
export type Deal = z.infer<z.ZodObject<typeof dealShape>>
export const dealExample: Deal = {
  funding: null,
  renewalOf: null,
  renewals: [],
  hasOffers: false,
  allDeclined: false,
}
