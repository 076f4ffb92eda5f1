import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { offerServerMessages as words } from '#domain/messages/server-offer'
import { isCents, isFactor } from '#domain/offer-terms'
import { envelope, listEnvelope } from '../trpc/envelope.ts'
import { eg, egText, entity, EXAMPLE, withExamples } from '../trpc/example.ts'
import { anyText, id, readAt } from '../trpc/inputs.ts'

export const dollars = (min: number) =>
  z.number().min(min).max(LIMITS.offerDollars).refine(isCents, words.cents)
export const day = z.iso.date().refine((at) => at >= '2000' && at < '2100', words.day)

/** What a funder offers; the rest is computed. */
export const offerInputs = {
  amount: eg(dollars(0.01), 50_000).meta({ description: 'US dollars' }),
  factor: eg(z.number().min(1).max(LIMITS.offerFactor).refine(isFactor, words.factor), 1.32).meta({
    description: 'Payback by amount, up to six decimals',
  }),
  paymentCount: eg(z.number().int().min(1).max(LIMITS.offerPayments), 120),
  frequency: eg(z.enum(['daily', 'weekly']), 'daily'),
  fees: eg(dollars(0).optional(), 995).meta({
    description: 'US dollars withheld from the amount; 0 unless told',
  }),
  startsAt: eg(day.optional(), '2026-12-01').meta({ description: 'The day of funding; today unless told' }),
  expiresAt: eg(day.nullable().optional(), '2026-12-15'),
  conditions: eg(anyText().max(LIMITS.noteLength).optional(), 'Landlord letter before funding.'),
  commissionPercent: eg(z.number().min(0).max(100).nullable().optional(), 8).meta({
    description: 'Of the amount, paid to the company',
  }),
}
const offerBody = z.object(offerInputs)
export type OfferInputs = z.infer<typeof offerBody>

const time = eg(z.string().nullable(), null)
const offer = entity('Offer', {
  id: egText(EXAMPLE.offer.id),
  submissionId: egText(EXAMPLE.submission.id),
  funder: eg(z.object({ id: z.string(), name: z.string() }), EXAMPLE.funder),
  packageId: eg(z.string().nullable(), null),
  amount: eg(z.number(), 50_000),
  factor: eg(z.number(), 1.32),
  paymentCount: eg(z.number().int(), 120),
  frequency: offerInputs.frequency,
  fees: eg(z.number(), 995),
  startsAt: egText('2026-12-01'),
  expiresAt: eg(z.string().nullable(), '2026-12-15'),
  conditions: egText('Landlord letter before funding.'),
  commissionPercent: eg(z.number().nullable(), 8),
  payback: eg(z.number(), 66_000),
  payment: eg(z.number(), 550),
  lastPayment: eg(z.number().meta({ description: 'It takes what rounding leaves' }), 550),
  net: eg(z.number().meta({ description: 'The amount less the fees' }), 49_005),
  cost: eg(z.number().meta({ description: 'Payback less amount, plus fees' }), 16_995),
  apr: eg(
    z.number().meta({ description: 'Per cent, by the actuarial method of 12 CFR 1026 Appendix J' }),
    135.7342,
  ),
  shareOfRevenue: eg(
    z.number().nullable().meta({
      description:
        'Of true revenue, what the payments of a month take, those to present funders included; 0.1 is a tenth',
    }),
    0.1155,
  ),
  commission: eg(z.number().nullable(), 4_000),
  enteredBy: eg(z.string().meta({ description: 'Empty for the funder itself' }), EXAMPLE.user.name),
  shown: eg(z.boolean().meta({ description: "On the applicant's status page" }), false),
  wantedAt: time.meta({ description: 'When the applicant said that they want it' }),
  chosenAt: time,
  createdAt: egText(EXAMPLE.time),
  updatedAt: egText(EXAMPLE.time),
})
export type Offer = z.infer<typeof offer>
export const offerOutput = envelope(offer)
export const offersOutput = listEnvelope(offer)
export const answerOutput = envelope(offer.nullable())

const reason = anyText().trim().max(LIMITS.reasonTextLength)
const funderAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('offer'), ...offerInputs }),
  z.strictObject({ kind: z.literal('decline'), reason: reason.optional() }),
])

/** REST describes objects only, so the answer is checked a second time, as one of the two. */
export const addOfferInput = z
  .strictObject({
    id,
    kind: eg(z.enum(['offer', 'decline']), 'offer').default('offer'),
    packageId: id.optional().meta({ description: 'The package that is answered' }),
    funderId: id
      .optional()
      .meta({ description: 'For a funder without a package', example: EXAMPLE.funder.id }),
    reason: reason.optional().meta({ description: 'Of a decline; it becomes a note' }),
    ...offerBody.partial().shape,
  })
  .superRefine(({ id: _id, packageId, funderId, ...answer }, context) => {
    if ((packageId === undefined) === (funderId === undefined))
      context.addIssue({ code: 'custom', path: ['funderId'], message: words.which })
    for (const issue of funderAnswer.safeParse(answer).error?.issues ?? []) {
      const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [key]) : [issue.path]
      for (const path of paths) context.addIssue({ code: 'custom', path, message: issue.message })
    }
  })
  .transform(({ id, packageId, funderId, ...answer }) => ({
    id,
    packageId,
    funderId,
    answer: funderAnswer.parse(answer),
  }))
export type AddOffer = z.output<typeof addOfferInput>

const changeable = { ...offerInputs, shown: z.boolean() }
export const readOnly = offer
  .omit({
    id: true,
    updatedAt: true,
    amount: true,
    factor: true,
    paymentCount: true,
    frequency: true,
    fees: true,
    startsAt: true,
    expiresAt: true,
    conditions: true,
    commissionPercent: true,
    shown: true,
  })
  .partial()
export const updateOfferInput = z
  .strictObject({ ...changeable, ...readOnly.shape })
  .partial()
  .extend({ id, updatedAt: readAt() })
export type UpdateOffer = z.infer<typeof updateOfferInput>

/** What the applicant sees of an offer: no funder's name, no commission. */
export const shownOffer = withExamples({
  ...offer.pick({
    id: true,
    amount: true,
    fees: true,
    net: true,
    payback: true,
    payment: true,
    paymentCount: true,
    frequency: true,
    cost: true,
    apr: true,
    expiresAt: true,
  }).shape,
  wanted: eg(z.boolean(), false),
})
export type ShownOffer = z.infer<typeof shownOffer>
