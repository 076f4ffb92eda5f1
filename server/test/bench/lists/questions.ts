import {
  A_HUNDREDTH_WORD,
  COMMON_WORD,
  RARE_WORD,
  businessName,
  personName,
  taxIdOf,
} from '../filled/words.ts'

/** One call of a list: `query` in full, but for `deep`, which is far down the list; with a `body` it is a POST. */
export type Question = {
  name: string
  path: string
  query: Record<string, unknown>
  deep?: boolean
  body?: object
}

const SUBMISSIONS = '/form/submissions'
const FIRST_PAGE = [0, 9]
const SORTS = ['createdAt', 'company', 'user'].flatMap((field) => [
  [field, 'DESC'],
  [field, 'ASC'],
])

const DESK_SORTS = ['merchant', 'amountRequested', 'monthlySales', 'state', 'status', 'owner', 'documentCount', 'statusAt', 'link'] as const // prettier-ignore

const FILTERS: [name: string, filter: Record<string, unknown>][] = [
  ['a status', { status: ['new'] }],
  ['three statuses', { status: ['new', 'in_review', 'with_funder'] }],
  ['a state', { state: 'TX' }],
  ['an amount', { amountFrom: 20_000, amountTo: 50_000 }],
  ['no owner', { ownerId: 'none' }],
  ['days', { createdFrom: '2026-01-01', createdTo: '2026-06-30' }],
  ['waiting', { openDays: 30 }],
  ['a status and a common word', { status: ['new'], q: COMMON_WORD }],
]

/** Every sort far down, every filter, and both at once. */
const DESK_QUESTIONS: Question[] = [
  ...DESK_SORTS.flatMap((field): Question[] => {
    const query = { sort: [field, 'DESC'], range: FIRST_PAGE }
    const filter = { status: ['new', 'in_review'] }
    return [
      { name: `by ${field}, first page`, path: SUBMISSIONS, query },
      { name: `by ${field}, page 5,000`, path: SUBMISSIONS, query, deep: true },
      { name: `two statuses, by ${field}`, path: SUBMISSIONS, query: { ...query, filter } },
      {
        name: `a word, by ${field}`,
        path: SUBMISSIONS,
        query: { ...query, filter: { q: A_HUNDREDTH_WORD } },
      },
    ]
  }),
  ...FILTERS.map(([name, filter]) => ({
    name: `filter: ${name}`,
    path: SUBMISSIONS,
    query: { filter, range: FIRST_PAGE },
  })),
]

const SEARCHES: [name: string, filter: Record<string, unknown>][] = [
  ['a common word', { q: COMMON_WORD }],
  ['a common word in Form Data', { q: COMMON_WORD.toLowerCase(), columns: ['formData'] }],
  ['a rare word', { q: RARE_WORD }],
  ['an owner of one in eleven', { q: personName(0).split(' ')[0], columns: ['formData'] }],
  ['an owner by two words', { q: personName(1234) }],
  ['a phone', { q: '(914) 555-0199' }],
  ['what nobody is called', { q: 'no such business' }],
  ['the beginning of a date', { q: '2026-03', columns: ['createdAt'] }],
  ['the beginning of a date anywhere', { q: '2026-03' }],
  ['the largest company', { q: `${businessName(0)} Funding`, columns: ['company'] }],
]

/** What people ask of Submitted Forms. */
export const SUBMISSION_QUESTIONS: Question[] = [
  ...DESK_QUESTIONS,
  ...SORTS.flatMap((sort): Question[] => {
    const [field, order] = sort
    const query = { sort, range: FIRST_PAGE }
    return [
      { name: `by ${field} ${order}, first page`, path: SUBMISSIONS, query },
      { name: `by ${field} ${order}, page 5,000`, path: SUBMISSIONS, query, deep: true },
    ]
  }),
  ...SEARCHES.map(([name, filter]) => ({
    name: `search: ${name}`,
    path: SUBMISSIONS,
    query: { filter, range: FIRST_PAGE },
  })),
  { name: 'search by a tax ID', path: `${SUBMISSIONS}/search`, query: {}, body: { number: taxIdOf(100) } },
  ...SORTS.flatMap((sort): Question[] => {
    const query = { filter: { q: COMMON_WORD }, sort, range: FIRST_PAGE }
    const name = `search: a common word, by ${sort.join(' ')}`
    return [
      { name: `${name}, first page`, path: SUBMISSIONS, query },
      { name: `${name}, page 5,000`, path: SUBMISSIONS, query, deep: true },
    ]
  }),
]
