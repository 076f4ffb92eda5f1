import { describe, expect, it } from 'vitest'
import { CRITERIA, fit, parseCriteria, toFacts, type Criteria, type StatementFigures } from './funder.ts'

const answers = {
  startDate: '2024-03-15',
  sales: '$50,000',
  bankBalance: '4,000',
  advanceAmount: '75000',
  state: 'New York',
  nature: 'Used-car dealer',
  question9: 'Yes',
  company1: 'First Advance',
  company2: 'Second Advance',
}
const read: StatementFigures = {
  trueRevenue: 38_400.5,
  averageDailyBalance: 2100,
  negativeDays: 4,
  nsfCount: 3,
  positionCount: 1,
}
const TODAY = '2026-03-14'
const judge = (
  wanted: Partial<Criteria>,
  values: Record<string, string> = answers,
  figures: StatementFigures | null = read,
) => fit(parseCriteria(wanted), toFacts(values, figures, TODAY))

describe('the fit of a submission with a funder', () => {
  it.each([
    [{ minTrueRevenue: 38_400.5 }, 'met', 38_400.5, 'statements'],
    [{ minTrueRevenue: 40_000 }, 'missed', 38_400.5, 'statements'],
    [{ minMonthsInBusiness: 23 }, 'met', 23, 'answers'],
    [{ minMonthsInBusiness: 24 }, 'missed', 23, 'answers'],
    [{ minAmount: 75_000 }, 'met', 75_000, 'answers'],
    [{ maxAmount: 74_999 }, 'missed', 75_000, 'answers'],
    [{ statesExcluded: ['CA', 'NY'] }, 'missed', 'NY', 'answers'],
    [{ statesExcluded: ['CA'] }, 'met', 'NY', 'answers'],
    [{ naturesExcluded: ['Car Dealer'] }, 'missed', 'Used-car dealer', 'answers'],
    [{ naturesExcluded: ['deal', 'trucking'] }, 'met', 'Used-car dealer', 'answers'],
    [{ maxPositions: 0 }, 'missed', 1, 'statements'],
    [{ minAverageDailyBalance: 2000 }, 'met', 2100, 'statements'],
    [{ maxNegativeDays: 4 }, 'met', 4, 'statements'],
    [{ maxNsf: 2 }, 'missed', 3, 'statements'],
  ] as const)('of %j is %s, from %j of the %s', (wanted, state, value, source) => {
    const [name] = Object.keys(wanted)
    expect(judge({ ...wanted } as Partial<Criteria>).criteria).toEqual([
      { name, state, value, source, wanted: Object.values(wanted)[0] },
    ])
  })

  it('comes from the answers where no statement is read, and says so', () => {
    const wanted = { minTrueRevenue: 40_000, maxPositions: 1, minAverageDailyBalance: 5000, maxNsf: 5 }
    expect(judge(wanted, answers, null).criteria).toEqual([
      { name: 'minTrueRevenue', state: 'met', wanted: 40_000, value: 50_000, source: 'answers' },
      { name: 'maxPositions', state: 'missed', wanted: 1, value: 2, source: 'answers' },
      { name: 'minAverageDailyBalance', state: 'missed', wanted: 5000, value: 4000, source: 'answers' },
      { name: 'maxNsf', state: 'unknown', wanted: 5, value: null, source: null },
    ])
  })

  it.each([
    [{ question9: 'No' }, 0],
    [{ question9: 'Yes' }, 1],
    [{}, null],
    [{ company1: 'Named without an answer' }, null],
  ])('counts the advances that %j tells as %j', (values, value) => {
    expect(judge({ maxPositions: 3 }, values, null).criteria).toMatchObject([{ value }])
  })

  it('is not known where an answer is missing or cannot be read', () => {
    const all: Criteria = {
      minTrueRevenue: 1,
      minMonthsInBusiness: 1,
      minAmount: 1,
      maxAmount: 1,
      statesExcluded: ['NY'],
      naturesExcluded: ['Farm'],
      maxPositions: 1,
      minAverageDailyBalance: 1,
      maxNegativeDays: 1,
      maxNsf: 1,
    }
    const odd = { startDate: '2030-01-01', sales: 'plenty', state: 'Narnia', nature: ' ', advanceAmount: '' }
    for (const values of [{}, odd]) {
      const { score, criteria } = judge(all, values, null)
      expect(criteria.map(({ name, state }) => [name, state])).toEqual(
        CRITERIA.map((name) => [name, 'unknown']),
      )
      expect(score).toBe(50)
    }
  })

  it('scores what is met over what is not known over what is missed', () => {
    const wanted = { minTrueRevenue: 1, maxNsf: 9, statesExcluded: ['CA'] }
    const scores = [
      judge(wanted),
      judge(wanted, answers, null),
      judge({}),
      judge({ ...wanted, maxPositions: 0 }),
      judge({ maxPositions: 0 }),
    ].map(({ score }) => score)
    expect(scores).toEqual([100, 83, 50, 38, 0])
    expect(judge({})).toEqual({ score: 50, criteria: [] })
  })
})

describe('stored criteria', () => {
  it.each([null, 'text', [], { minAmount: '5', statesExcluded: 'NY', constructor: 1 }])(
    'of %j ask for nothing',
    (stored) => expect(judge(parseCriteria(stored)).criteria).toEqual([]),
  )
})
