import { SUBMISSION_QUESTIONS, type Question } from '../lists/questions.ts'
import { otherLists } from '../lists/other-lists.ts'

const LISTED = '/form/submissions'
const since = new Date(Date.now() - 60 * 60 * 1000).toISOString()
const get = (path: string, query: Record<string, unknown> = {}, name = path): Question => ({
  name,
  path,
  query,
})
const filtered = (name: string, filter: object): Question =>
  get(LISTED, { filter, range: [0, 9] }, `filter: ${name}`)

const OTHERS: Question[] = [
  get(LISTED, { filter: { updatedSince: since }, sort: ['updatedAt', 'ASC'] }, 'changed since'),
  get(
    LISTED,
    { filter: { updatedSince: '2020-01-01T00:00:00Z' }, sort: ['updatedAt', 'ASC'] },
    'all changes',
  ),
  get(LISTED, { sort: ['updatedAt', 'DESC'], range: [0, 9] }, 'by updatedAt'),
  ...['merchant', 'amountRequested', 'monthlySales', 'trueRevenue', 'documentCount', 'statusAt'].map(
    (field) => get(LISTED, { sort: [field, 'ASC'], range: [0, 9] }, `by ${field} ASC`),
  ),
  filtered('sales', { salesFrom: 20_000, salesTo: 50_000 }),
  filtered('true revenue', { trueRevenueFrom: 20_000, trueRevenueTo: 50_000 }),
  filtered('decided', { decidedFrom: '2026-10-01' }),
  filtered('funded', { fundedFrom: '2026-10-01', fundedTo: '2026-10-31' }),
  filtered('on hold', { onHold: true }),
  filtered('not on hold', { onHold: false }),
  get('/form/submissions/counts', { filter: { state: 'TX' } }, 'counts in a state'),
  ...['/form/board', '/form/submissions/counts', '/form/submissions/arrivals', '/form/views', '/events'].map(
    (each) => get(each),
  ),
  get('/dashboard', { days: 90 }),
  get('/form/export', { filter: { createdFrom: '2026-10-30' } }),
]

/** Every list, search, count, board, dashboard and export. */
export const planQuestions = async (url: string, token: string): Promise<Question[]> =>
  [...SUBMISSION_QUESTIONS, ...OTHERS, ...(await otherLists(url, token, LISTED))].filter(({ deep }) => !deep)

/** @returns its status, after all of its answer, which may be no JSON */
export async function askPlanned(
  url: string,
  token: string,
  { path, query, body }: Question,
): Promise<number> {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) search.set(name, JSON.stringify(value))
  const answer = await fetch(`${url}/api${path}${body ? '' : `?${search}`}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  await answer.text()
  return answer.status
}
