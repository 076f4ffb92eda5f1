import { z } from 'zod'
import { LIMITS } from '#domain/limits'
import { offerServerMessages as words } from '#domain/messages/server-offer'
import { isCents } from '#domain/offer-terms'
import { eg } from '../trpc/example.ts'
import { anyText } from '../trpc/inputs.ts'

const dollars = (min: number) =>
  z
    .number()
    .min(min)
    .max(LIMITS.offerDollars)
    .refine(isCents, words.cents)
    .meta({ description: 'US dollars' })
const day = z.iso.date().refine((at) => at >= '2000' && at < '2100', words.day)

/** What a funder offers; the rest is computed. */
export const offerInputs = {
  amount: eg(dollars(0.01), 50_000),
  factor: eg(z.number().min(1).max(LIMITS.offerFactor), 1.32).meta({
    description: 'Payback by amount, up to six decimals',
  }),
  paymentCount: eg(z.number().int().min(1).max(LIMITS.offerPayments), 120),
  frequency: eg(z.enum(['daily', 'weekly']), 'daily'),
  fees: eg(dollars(0).optional(), 995).meta({ description: 'US dollars withheld from the amount; 0 unless told' }),
  startsAt: eg(day.optional(), '2026-12-01').meta({ description: 'The day of funding; today unless told' }),
  expiresAt: eg(day.nullable().optional(), '2026-12-15'),
  conditions: eg(anyText().max(LIMITS.noteLength).optional(), 'Landlord letter before funding.'),
  commissionPercent: eg(z.number().min(0).max(100).nullable().optional(), 8).meta({
    description: 'Of the amount, paid to the company',
  }),
}
export type OfferInputs = z.infer<z.ZodObject<typeof offerInputs>>
