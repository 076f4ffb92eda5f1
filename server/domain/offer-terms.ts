import { isBusinessDay } from './business-days.ts'
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

const DAY_MS = 86_400_000
type Schedule = Pick<OfferInputs, 'startsAt' | 'frequency' | 'paymentCount'>

/** By days since 1970: most of an offer's time went into its calendar. */
const businessDays = new Map<number, boolean>()
const MOST_KNOWN = 50_000

function isPaymentDay(at: number): boolean {
  const known = businessDays.get(at)
  if (known !== undefined) return known
  const found = isBusinessDay(toDay(at))
  if (businessDays.size < MOST_KNOWN) businessDays.set(at, found)
  return found
}

const toDay = (at: number): string => new Date(at * DAY_MS).toISOString().slice(0, 10)

/** Days from the start to each payment: business days from the next one, or every seventh day. */
function daysToPayments({ startsAt, frequency, paymentCount }: Schedule): number[] {
  if (frequency === 'weekly') return Array.from({ length: paymentCount }, (_, index) => 7 * (index + 1))
  const start = Date.parse(startsAt) / DAY_MS
  const days: number[] = []
  for (let after = 1; days.length < paymentCount; after += 1)
    if (isPaymentDay(start + after)) days.push(after)
  return days
}

export const paymentDays = (schedule: Schedule): string[] =>
  daysToPayments(schedule).map((after) => toDay(Date.parse(schedule.startsAt) / DAY_MS + after))

/** The first day on which half of the payback or more is paid. */
export function halfPaidDay(inputs: Omit<OfferInputs, 'fees'>): string {
  const { payback, payment } = toPayments(inputs)
  const needed = payment === 0 ? inputs.paymentCount : Math.ceil(payback / 2 / payment)
  return (
    paymentDays({ ...inputs, paymentCount: Math.min(needed, inputs.paymentCount) }).at(-1) ?? inputs.startsAt
  )
}

const PERIODS_A_YEAR = { daily: 365, weekly: 52 } as const

/**
 * The rate by the actuarial method of 12 CFR 1026 Appendix J on the amount less fees, in per cent. The unit-period is a day, on
 * calendar dates, or a week.
 */
function annualRate(
  inputs: OfferInputs,
  net: number,
  { payment, last }: { payment: number; last: number },
): number {
  const { frequency } = inputs
  const days = daysToPayments(inputs)
  const gaps = days.map((day, index) => (day - (days[index - 1] ?? 0)) / (frequency === 'weekly' ? 7 : 1))
  const longest = Math.max(...gaps)
  // From the last payment backwards, as a power for each of thousands takes long.
  const worth = (rate: number): number => {
    const discounts = Array.from({ length: longest + 1 }, (_, gap) => (1 + rate) ** -gap)
    let sum = last
    for (let index = gaps.length - 1; index > 0; index -= 1)
      sum = payment + sum * (discounts[gaps[index] ?? 0] ?? 0)
    return sum * (discounts[gaps[0] ?? 0] ?? 0)
  }
  let [low, high] = [0, 1]
  while (worth(high) > net) high *= 2
  while (high - low > (1 + high) * PRECISION) {
    const middle = (low + high) / 2
    if (worth(middle) > net) low = middle
    else high = middle
  }
  return low * PERIODS_A_YEAR[frequency] * 100
}
const PRECISION = 1e-13

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
