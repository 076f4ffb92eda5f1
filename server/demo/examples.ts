import { SUBMISSION_STATUSES, type SubmissionStatus } from '#domain/submission-status'
import type { Values } from '#domain/catalogue/values'

const DAY_MS = 24 * 60 * 60 * 1000
const COUNT = 60

export type Example = {
  answers: Values
  status: SubmissionStatus
  createdAt: Date
  statusAt: Date
  /** which of the two colleagues owns it, 0 or 1; undefined: it has no owner */
  owner: number | undefined
  note: string | undefined
  /** how many of the last months have a bank statement */
  months: number
  isAsked: boolean
}

const FIRST = [
  'Golden',
  'Harbor',
  'Maple',
  'Summit',
  'River',
  'Union',
  'Cedar',
  'Liberty',
  'Bright',
  'Corner',
]
const TRADES = [
  ['Bakery', 'Bakery', 'A second oven'],
  ['Auto Repair', 'Auto repair', 'Two lifts and an alignment rack'],
  ['Dental', 'Dental practice', 'A panoramic X-ray machine'],
  ['Landscaping', 'Landscaping', 'A truck before the season'],
  ['Diner', 'Restaurant', 'A new kitchen line'],
  ['Logistics', 'Trucking', 'Repairs and tires for three trucks'],
] as const
const PLACES = [
  ['Albany', 'NY', '12207', '518'],
  ['Tampa', 'FL', '33602', '813'],
  ['Austin', 'TX', '78701', '512'],
  ['Fresno', 'CA', '93721', '559'],
  ['Columbus', 'OH', '43215', '614'],
] as const
const PEOPLE = [
  'Dana Ortiz',
  'Lee Novak',
  'Priya Shah',
  'Marcus Bell',
  'Elena Fischer',
  'Tom Okafor',
  'Grace Kim',
]
const NOTES = [
  'Called the owner: deposits of the last month are late because of a new card terminal.',
  'The landlord confirms the lease to 2029.',
  'Has one open position. Wants daily payments below 4 % of revenue.',
  'Asked for more time until the tax return is filed.',
]

/** Always the same made-up businesses and people; the newest application is of today. */
export const makeExamples = (now = Date.now()): Example[] =>
  Array.from({ length: COUNT }, (_, index) => {
    const createdAt = new Date(now - (0.1 + index * 1.4) * DAY_MS)
    // The newest are still open, as on a real desk.
    const status = index < 8 ? toStatus(index % 4) : toStatus(index)
    return {
      answers: toAnswers(index),
      status,
      createdAt,
      statusAt:
        status === 'new'
          ? createdAt
          : new Date(Math.min(now, createdAt.getTime() + (1 + (index % 9)) * DAY_MS)),
      owner: status === 'new' || index % 5 === 0 ? undefined : index % 2,
      note: index % 3 === 0 ? pick(NOTES, index / 3) : undefined,
      months: index % 4 === 1 ? 3 : index % 4 === 2 ? 1 : 0,
      isAsked: status === 'documents_needed',
    }
  })

const toStatus = (index: number): SubmissionStatus => pick(SUBMISSION_STATUSES, index)

function pick<T>(list: readonly T[], index: number): T {
  const found = list[Math.floor(index) % list.length]
  if (found === undefined) throw new RangeError('an empty list')
  return found
}

function toAnswers(index: number): Values {
  const [trade, nature, useOfFunds] = pick(TRADES, index / 2)
  const [city, state, zip, area] = pick(PLACES, index)
  const name = `${pick(FIRST, index * 7)} ${trade}`
  const owner = pick(PEOPLE, index)
  const sales = 18_000 + ((index * 7919) % 160) * 1000
  const line = String(100 + index)
  return {
    legalName: `${name} ${index % 3 === 0 ? 'Inc' : 'LLC'}`,
    dbaName: name,
    businessPhone: `${area}-555-0${line}`,
    startDate: `${2004 + (index % 18)}-0${1 + (index % 9)}-15`,
    address: `${10 + index * 3} Main Street`,
    city,
    state,
    zip,
    taxId: `00-00${String(10_000 + index * 137)}`,
    state2: state,
    nature,
    style: index % 3 === 0 ? 'Corporation' : 'LLC',
    sales: String(sales),
    advanceAmount: String(Math.round((sales * (0.6 + (index % 8) / 10)) / 1000) * 1000),
    useOfFunds,
    partner1Name: owner,
    partner1Title: 'Owner, 100%',
    // Numbers that are never given out.
    partner1SSN: `000-${10 + index}-${1000 + index}`,
    partner1DOB: `${1962 + (index % 30)}-1${index % 3}-0${1 + (index % 9)}`,
    partner1Address: `${5 + index} Oak Avenue`,
    partner1City: city,
    partner1State: state,
    partner1Zip: zip,
    partner1Phone: `${area}-555-0${line}`,
    signer1Name: owner,
  }
}
