import { describe, expect, it } from 'vitest'
import { isBankDay, isBusinessDay } from './business-days.ts'
import { halfPaidDay, offerTerms, paymentDays, shareOfRevenue, type OfferInputs } from './offer-terms.ts'

/** Federal holidays as the Office of Personnel Management lists them, with the days that they are observed on. */
const OBSERVED = new Set([
  '2026-01-01', '2026-01-19', '2026-02-16', '2026-05-25', '2026-06-19', '2026-07-03', '2026-09-07',
  '2026-10-12', '2026-11-11', '2026-11-26', '2026-12-25',
  '2027-01-01', '2027-01-18', '2027-02-15', '2027-05-31', '2027-06-18', '2027-07-05', '2027-09-06',
  '2027-10-11', '2027-11-11', '2027-11-25', '2027-12-24',
  '2027-12-31', '2028-01-17', '2028-02-21', '2028-05-29', '2028-06-19', '2028-07-04', '2028-09-04',
  '2028-10-09', '2028-11-10', '2028-11-23', '2028-12-25',
]) // prettier-ignore

const ONE = 10n ** 40n

/** Payments and rate by another way: decimal digits, counted days and whole numbers of 40 digits. */
function solve({ amount, factor, paymentCount, frequency, fees, startsAt }: OfferInputs): number {
  const [whole = '0', part = ''] = factor.toFixed(6).split('.')
  const scaled = BigInt(Math.round(amount * 100)) * BigInt(whole + part)
  const payback = scaled / 1_000_000n + (scaled % 1_000_000n >= 500_000n ? 1n : 0n)
  const count = BigInt(paymentCount)
  const payment = payback / count + ((payback % count) * 2n >= count ? 1n : 0n)
  const byPeriod = new Map<number, bigint>()
  const date = new Date(`${startsAt}T12:00:00Z`)
  for (let period = 1, paid = 0; paid < paymentCount; period += 1) {
    date.setUTCDate(date.getUTCDate() + (frequency === 'weekly' ? 7 : 1))
    const isDue =
      frequency === 'weekly' ||
      (![0, 6].includes(date.getUTCDay()) && !OBSERVED.has(date.toISOString().slice(0, 10)))
    if (!isDue) continue
    paid += 1
    byPeriod.set(period, paid === paymentCount ? payback - payment * (count - 1n) : payment)
  }
  const last = Math.max(...byPeriod.keys())
  const net = BigInt(Math.round(amount * 100) - Math.round(fees * 100)) * ONE
  const worth = (factorOfPeriod: bigint): bigint => {
    let sum = 0n
    for (let period = last; period > 0; period -= 1)
      sum = (((byPeriod.get(period) ?? 0n) * ONE + sum) * factorOfPeriod) / ONE
    return sum
  }
  let [low, high] = [1n, ONE]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (worth(middle) < net) low = middle
    else high = middle
  }
  const rate = ((ONE - high) * 10n ** 20n) / high
  return (Number(rate) / 1e20) * (frequency === 'weekly' ? 52 : 365) * 100
}

const AMOUNTS = [5_000, 12_345.67, 50_000, 99_999.99, 250_000]
const FACTORS = [1.12, 1.249, 1.32, 1.395, 1.499999]
const COUNTS = { daily: [21, 63, 100, 126, 252], weekly: [4, 13, 26, 39, 52] } as const
const FEES = [0, 199, 995.5, 1_250, 2_500]
const STARTS = ['2026-12-01', '2026-12-24', '2027-02-28', '2027-06-17', '2026-05-22']
const at = <Value>(list: readonly Value[], index: number): Value => {
  const value = list[index % list.length]
  if (value === undefined) throw new Error('empty')
  return value
}
const examples = Array.from({ length: 50 }, (_, index): OfferInputs => {
  const frequency = index % 2 === 0 ? 'daily' : 'weekly'
  const round = Math.floor(index / 5)
  return {
    amount: at(AMOUNTS, index),
    factor: at(FACTORS, round),
    paymentCount: at(COUNTS[frequency], index + round),
    frequency,
    fees: at(FEES, index + 2 * round),
    startsAt: at(STARTS, round + 3 * index),
  }
})

describe('the annual rate', () => {
  it.each(examples)(
    'of $amount x $factor in $paymentCount $frequency from $startsAt less $fees',
    (inputs) => {
      const expected = solve(inputs)
      expect(expected).toBeGreaterThan(1)
      expect(Math.abs((offerTerms(inputs)?.apr ?? 0) - expected)).toBeLessThan(0.01)
    },
  )

  it('differs from example to example', () => {
    expect(new Set(examples.map((inputs) => offerTerms(inputs)?.apr)).size).toBe(50)
  })
})

const offer: OfferInputs = {
  amount: 50_000,
  factor: 1.32,
  paymentCount: 120,
  frequency: 'daily',
  fees: 995,
  startsAt: '2026-12-01',
}

it('rounds money half up to the cent, and leaves the remainder to the last payment', () => {
  expect(offerTerms(offer)).toMatchObject({ payback: 66_000, payment: 550, lastPayment: 550, cost: 16_995, net: 49_005 }) // prettier-ignore
  expect(offerTerms({ ...offer, amount: 10_000, factor: 1.3, paymentCount: 7 })).toMatchObject({
    payback: 13_000,
    payment: 1857.14,
    lastPayment: 1857.16,
  })
  // 1.15 x 0.1 is 0.11499… in binary.
  expect(offerTerms({ ...offer, amount: 0.1, factor: 1.15, paymentCount: 1, fees: 0 })?.payback).toBe(0.12)
  expect(offerTerms({ ...offer, amount: 33_333.35, factor: 1.1, paymentCount: 2 })?.payback).toBe(36_666.69)
})

it('says nothing of an offer whose fees or payments leave nothing', () => {
  expect(offerTerms({ ...offer, fees: 50_000 })).toBeNull()
  expect(offerTerms({ ...offer, amount: 1, factor: 1, paymentCount: 200, fees: 0 })).toBeNull()
})

it('is free of interest where nothing is charged', () => {
  expect(offerTerms({ ...offer, factor: 1, fees: 0 })?.apr).toBe(0)
})

it('pays on business days from the next one, or every seventh day', () => {
  const from = { startsAt: '2026-12-23', paymentCount: 6 }
  expect(paymentDays({ ...from, frequency: 'daily' })).toEqual([
    '2026-12-24', '2026-12-28', '2026-12-29', '2026-12-30', '2026-12-31', '2027-01-04',
  ]) // prettier-ignore
  expect(paymentDays({ ...from, frequency: 'weekly' }).slice(0, 2)).toEqual(['2026-12-30', '2027-01-06'])
})

it('knows the federal holidays of three years, and that banks are open on a Friday before one', () => {
  const days = Array.from({ length: 1096 }, (_, index) =>
    new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
  )
  const weekdays = days.filter((day) => ![0, 6].includes(new Date(day).getUTCDay()))
  expect(weekdays.filter((day) => !isBusinessDay(day))).toEqual([...OBSERVED])
  expect(weekdays.filter((day) => isBankDay(day) !== isBusinessDay(day))).toEqual([
    '2026-07-03', '2027-06-18', '2027-12-24', '2027-12-31', '2028-11-10',
  ]) // prettier-ignore
})

it('names the day when half is paid back', () => {
  expect(halfPaidDay({ ...offer, frequency: 'weekly', paymentCount: 10 })).toBe('2027-01-05')
  expect(halfPaidDay({ ...offer, frequency: 'weekly', paymentCount: 11 })).toBe('2027-01-12')
  expect(halfPaidDay(offer)).toBe(paymentDays(offer)[59])
})

it('computes hundreds of long offers in a moment', () => {
  const long = { ...offer, paymentCount: 2_000 }
  const begun = performance.now()
  for (let count = 0; count < 200; count += 1) offerTerms({ ...long, amount: 50_000 + count })
  // A power for each payment took twice as long on a fast machine.
  expect(performance.now() - begun).toBeLessThan(3_000)
})

it('takes present positions into the share of revenue', () => {
  expect(shareOfRevenue({ payment: 550, frequency: 'daily' }, [], 100_000)).toBe(0.1155)
  expect(
    shareOfRevenue({ payment: 1_200, frequency: 'weekly' }, [{ payment: 100, frequency: 'daily' }], 50_000),
  ).toBe(0.146)
  expect(shareOfRevenue({ payment: 550, frequency: 'daily' }, [], null)).toBeNull()
})
