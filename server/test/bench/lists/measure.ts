import { call } from '../../support/factories.ts'
import { median, percentile } from '../../support/processes.ts'
import type { Question } from './questions.ts'

export type Caller = { url: string; token: string }
/** `total` is what the list says it has. */
export type Times = { total: number; median: number; p95: number }

/** Far down: page 5,000 of ten rows each, or the last page of a shorter list. */
const DEEP = 49_990
const PAGE = 10

/**
 * Asks both servers the same in turns, so that whatever else the machine does weighs on both. Milliseconds from sending
 * the request to having read the answer. Null where a call is not to be had with such a query.
 */
export async function measure(
  callers: readonly Caller[],
  question: Question,
  repetitions: number,
): Promise<Times[] | null> {
  const queries = await Promise.all(callers.map((caller) => queryFor(caller, question)))
  const measured = callers.map(() => ({ total: 0, times: [] as number[] }))
  // The first turn warms up.
  for (let turn = 0; turn <= repetitions; turn++) {
    for (const [index, { url, token }] of callers.entries()) {
      const began = performance.now()
      const { status, body } = await ask(question, { url, token }, queries[index] ?? '')
      const took = performance.now() - began
      if (status !== 200) return null
      const own = measured[index]
      if (turn > 0) own?.times.push(took)
      if (own && typeof body.total === 'number') own.total = body.total
    }
  }
  return measured.map(({ total, times }) => ({ total, median: median(times), p95: percentile(times, 0.95) }))
}

/** A question with a body is a search by number, which takes no query. */
const ask = ({ path, body }: Question, { url, token }: Caller, query: string) =>
  body ? call(url, 'POST', path, { token, body }) : call(url, 'GET', `${path}?${query}`, { token })

async function queryFor({ url, token }: Caller, { path, query, deep }: Question): Promise<string> {
  if (!deep) return encoded(query)
  const { body } = await call(url, 'GET', `${path}?${encoded(query)}`, { token })
  const total = typeof body.total === 'number' ? body.total : 0
  const from = Math.min(DEEP, Math.max(0, total - PAGE))
  return encoded({ ...query, range: [from, from + PAGE - 1] })
}

function encoded(query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) search.set(name, JSON.stringify(value))
  return search.toString()
}
