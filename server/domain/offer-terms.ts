import { addDays, isBusinessDay } from './business-days.ts'
import { LIMITS } from './limits.ts'

export type PaymentFrequency = 'daily' | 'weekly'

/** Money in US dollars; `startsAt` is the day of funding. */
export type OfferInputs = {
  amount: number
  factor: number
  paymentCount: number
  frequency: PaymentFrequency
  fees: number
  startsAt: string
}

const FACTOR_STEPS = 1_000_000
const toCents = (dollars: number): number => Math.round(dollars * 100)

/** Whether dollars are whole cents. */
export const isCents = (dollars: number): boolean => toCents(dollars) / 100 === dollars
export const isFactor = (factor: number): boolean =>
  Math.round(factor * FACTOR_STEPS) / FACTOR_STEPS === factor

const divideHalfUp = (value: bigint, by: bigint): number => Number((value * 2n + by) / (by * 2n))

function toPayments({
  amount,
  factor,
  paymentCount,
}: Pick<OfferInputs, 'amount' | 'factor' | 'paymentCount'>) {
  const steps = BigInt(Math.round(factor * FACTOR_STEPS))
  const payback = divideHalfUp(BigInt(toCents(amount)) * steps, BigInt(FACTOR_STEPS))
  const payment = divideHalfUp(BigInt(payback), BigInt(paymentCount))
  return { payback, payment, last: payback - payment * (paymentCount - 1) }
}

/** Business days from the next one, or every seventh day. */
export function paymentDays({
  startsAt,
  frequency,
  paymentCount,
}: Pick<OfferInputs, 'startsAt' | 'frequency' | 'paymentCount'>): string[] {
  const days: string[] = []
  for (let day = addDays(startsAt, frequency === 'weekly' ? 7 : 1); days.length < paymentCount;) {
    if (frequency === 'weekly' || isBusinessDay(day)) days.push(day)
    day = addDays(day, frequency === 'weekly' ? 7 : 1)
  }
  return days
}

/** The first day on which half of the payback or more is paid. */
export function halfPaidDay(inputs: Omit<OfferInputs, 'fees'>): string {
  const { payback, payment } = toPayments(inputs)
  const needed = payment === 0 ? inputs.paymentCount : Math.ceil(payback / 2 / payment)
  return (
    paymentDays({ ...inputs, paymentCount: Math.min(needed, inputs.paymentCount) }).at(-1) ?? inputs.startsAt
  )
}

const PERIODS_A_YEAR = { daily: 365, weekly: 52 } as const
const DAY_MS = 86_400_000

/**
 * The rate by the actuarial method of 12 CFR 1026 Appendix J on the amount less fees, in per cent. The unit-period is a day, on
 * calendar dates, or a week.
 */
function annualRate(
  inputs: OfferInputs,
  net: number,
  { payment, last }: { payment: number; last: number },
): number {
  const { frequency, startsAt } = inputs
  const periods = paymentDays(inputs).map((day, index) =>
    frequency === 'weekly' ? index + 1 : (Date.parse(day) - Date.parse(startsAt)) / DAY_MS,
  )
  const worth = (rate: number): number =>
    periods.reduce((sum, at, index) => {
      const paid = index === periods.length - 1 ? last : payment
      return sum + paid / (1 + rate) ** at
    }, 0)
  let [low, high] = [0, 1]
  while (worth(high) > net) high *= 2
  for (let halved = 0; halved < 80; halved += 1) {
    const middle = (low + high) / 2
    if (worth(middle) > net) low = middle
    else high = middle
  }
  return low * PERIODS_A_YEAR[frequency] * 100
}

export type OfferTerms = Record<'payback' | 'payment' | 'lastPayment' | 'cost' | 'net' | 'apr', number>

const isWithin = (value: number, least: number, most: number): boolean => value >= least && value <= most

/** Whether terms can be computed of what a row holds. */
const isSound = ({ amount, factor, fees, paymentCount, startsAt }: OfferInputs): boolean =>
  isWithin(amount, 0, LIMITS.offerDollars) &&
  isWithin(factor, 1, LIMITS.offerFactor) &&
  isWithin(fees, 0, LIMITS.offerDollars) &&
  Number.isInteger(paymentCount) &&
  isWithin(paymentCount, 1, LIMITS.offerPayments) &&
  /^2\d{3}-\d\d-\d\d$/.test(startsAt) &&
  !Number.isNaN(Date.parse(startsAt))

/** Dollars, and the rate in per cent. @returns null where the fees take everything, or nothing is left for the last payment */
export function offerTerms(inputs: OfferInputs): OfferTerms | null {
  if (!isSound(inputs)) return null
  const { payback, payment, last } = toPayments(inputs)
  const [amount, fees] = [toCents(inputs.amount), toCents(inputs.fees)]
  const net = amount - fees
  if (net <= 0 || last <= 0) return null
  return {
    payback: payback / 100,
    payment: payment / 100,
    lastPayment: last / 100,
    cost: (payback - amount + fees) / 100,
    net: net / 100,
    apr: Math.round(annualRate(inputs, net, { payment, last }) * 10_000) / 10_000,
  }
}

type Paid = { payment: number; frequency: PaymentFrequency }
const PAYMENTS_A_MONTH = { daily: 21, weekly: 52 / 12 } as const

export const monthlyPayment = ({ payment, frequency }: Paid): number => payment * PAYMENTS_A_MONTH[frequency]

/**
 * What the payments of a month, those of present positions included, take of its true revenue: 0.1 is a tenth.
 * @returns null without revenue
 */
export function shareOfRevenue(
  offered: Paid,
  positions: readonly Paid[],
  revenue: number | null,
): number | null {
  if (revenue === null || revenue <= 0) return null
  const paid = [offered, ...positions].reduce((sum, each) => sum + monthlyPayment(each), 0)
  return Math.round((paid / revenue) * 10_000) / 10_000
}
