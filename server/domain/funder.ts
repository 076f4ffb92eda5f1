import { toDollars } from './catalogue/money.ts'
import type { Values } from './catalogue/values.ts'
import { getOwn } from './get-own.ts'
import { isRecord, toText } from './json.ts'
import { monthsInBusiness } from './time-in-business.ts'
import { usStateCode } from './us-state-code.ts'

/** `fact`: the figure that is compared; the name's `min` or `max` says how. Days and NSFs are those of three months. */
export const NUMBER_CRITERIA = {
  minTrueRevenue: { fact: 'trueRevenue', unit: 'dollars' },
  minMonthsInBusiness: { fact: 'monthsInBusiness', unit: 'months' },
  minAmount: { fact: 'amount', unit: 'dollars' },
  maxAmount: { fact: 'amount', unit: 'dollars' },
  maxPositions: { fact: 'positions', unit: 'count' },
  minAverageDailyBalance: { fact: 'averageDailyBalance', unit: 'dollars' },
  maxNegativeDays: { fact: 'negativeDays', unit: 'count' },
  maxNsf: { fact: 'nsf', unit: 'count' },
} as const
export const LIST_CRITERIA = {
  statesExcluded: { fact: 'state' },
  naturesExcluded: { fact: 'nature' },
} as const

export type NumberCriterion = keyof typeof NUMBER_CRITERIA
export type ListCriterion = keyof typeof LIST_CRITERIA
export type CriterionName = NumberCriterion | ListCriterion
/** null and an empty list: the funder asks for nothing */
export type Criteria = Record<NumberCriterion, number | null> & Record<ListCriterion, string[]>

export const CRITERIA: readonly CriterionName[] = [
  'minTrueRevenue', 'minMonthsInBusiness', 'minAmount', 'maxAmount', 'statesExcluded', 'naturesExcluded',
  'maxPositions', 'minAverageDailyBalance', 'maxNegativeDays', 'maxNsf',
] // prettier-ignore

const isNumberCriterion = (name: CriterionName): name is NumberCriterion =>
  Object.hasOwn(NUMBER_CRITERIA, name)

export function parseCriteria(stored: unknown): Criteria {
  const given = isRecord(stored) ? stored : {}
  const read = (name: NumberCriterion) => {
    const value = getOwn(given, name)
    return typeof value === 'number' ? value : null
  }
  const list = (name: ListCriterion): string[] => {
    const value: unknown = getOwn(given, name)
    return Array.isArray(value) ? value.map(toText).filter((text) => text !== '') : []
  }
  return {
    minTrueRevenue: read('minTrueRevenue'),
    minMonthsInBusiness: read('minMonthsInBusiness'),
    minAmount: read('minAmount'),
    maxAmount: read('maxAmount'),
    statesExcluded: list('statesExcluded'),
    naturesExcluded: list('naturesExcluded'),
    maxPositions: read('maxPositions'),
    minAverageDailyBalance: read('minAverageDailyBalance'),
    maxNegativeDays: read('maxNegativeDays'),
    maxNsf: read('maxNsf'),
  }
}

export const FACT_SOURCES = ['statements', 'answers'] as const
type Source = (typeof FACT_SOURCES)[number]
type Fact<Value> = { value: Value; source: Source } | null
type NumberFact = (typeof NUMBER_CRITERIA)[NumberCriterion]['fact']
export type Facts = Record<NumberFact, Fact<number>> & Record<'state' | 'nature', Fact<string>>

/** Of statements that are read: dollars a month, and counts of the latest three months. */
export type StatementFigures = {
  trueRevenue: number
  averageDailyBalance: number
  negativeDays: number
  nsfCount: number
  positionCount: number
}

/** Statements go before answers. @param today of the company, as 'YYYY-MM-DD' */
export function toFacts(values: Values, statements: StatementFigures | null, today: string): Facts {
  const text = (name: string) => getOwn(values, name)?.trim() ?? ''
  const told = <Value>(value: Value | null): Fact<Value> =>
    value === null || value === '' ? null : { value, source: 'answers' }
  const read = (value: number | undefined): Fact<number> =>
    value === undefined ? null : { value, source: 'statements' }
  return {
    trueRevenue: read(statements?.trueRevenue) ?? told(toDollars(text('sales'))),
    averageDailyBalance: read(statements?.averageDailyBalance) ?? told(toDollars(text('bankBalance'))),
    positions: read(statements?.positionCount) ?? told(toldPositions(text)),
    negativeDays: read(statements?.negativeDays),
    nsf: read(statements?.nsfCount),
    monthsInBusiness: told(monthsInBusiness(text('startDate'), today)),
    amount: told(toDollars(text('advanceAmount'))),
    state: told(usStateCode(text('state'))),
    nature: told(text('nature')),
  }
}

/** An advance that is not named counts as one. */
function toldPositions(text: (name: string) => string): number | null {
  if (text('question9') === '') return null
  const named = [1, 2, 3, 4].filter((n) => text(`company${n}`) !== '').length
  return text('question9') === 'Yes' ? Math.max(named, 1) : 0
}

export const CRITERION_STATES = ['met', 'missed', 'unknown'] as const
export type FitCriterion = {
  name: CriterionName
  state: (typeof CRITERION_STATES)[number]
  wanted: number | string[]
  value: number | string | null
  source: Source | null
}
/** `score`: 0 to 100 */
export type Fit = { score: number; criteria: FitCriterion[] }

/** Only what the funder asks for is judged. */
export function fit(criteria: Criteria, facts: Facts): Fit {
  const judged = CRITERIA.flatMap((name) => judge(name, criteria, facts) ?? [])
  return { score: toScore(judged), criteria: judged }
}

function judge(name: CriterionName, criteria: Criteria, facts: Facts): FitCriterion | null {
  if (!isNumberCriterion(name)) {
    const [wanted, fact] = [criteria[name], facts[LIST_CRITERIA[name].fact]]
    if (wanted.length === 0) return null
    return toCriterion(name, wanted, fact, (value) => !wanted.some((each) => isOf(value, each)))
  }
  const wanted = criteria[name]
  if (wanted === null) return null
  return toCriterion(name, wanted, facts[NUMBER_CRITERIA[name].fact], (value) =>
    name.startsWith('min') ? value >= wanted : value <= wanted,
  )
}

function toCriterion<Value extends number | string>(
  name: CriterionName,
  wanted: number | string[],
  fact: Fact<Value>,
  isMet: (value: Value) => boolean,
): FitCriterion {
  if (fact === null) return { name, state: 'unknown', wanted, value: null, source: null }
  return { name, state: isMet(fact.value) ? 'met' : 'missed', wanted, ...fact }
}

/** 'Used car dealer' is of 'car dealer', and 'Oscar dealer' is not. */
function isOf(value: string, excluded: string): boolean {
  const words = (text: string) => ` ${(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ')} `
  return words(value).includes(words(excluded))
}

/** An unknown criterion counts half. If any is missed the score is halved, as one is enough for most funders to decline. */
function toScore(judged: readonly FitCriterion[]): number {
  if (judged.length === 0) return 50
  const count = (state: FitCriterion['state']) => judged.filter((each) => each.state === state).length
  const share = (count('met') + count('unknown') / 2) / judged.length
  return Math.round(share * (count('missed') > 0 ? 50 : 100))
}
