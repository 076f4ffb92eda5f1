import { call } from '../../support/factories.ts'
import { median, percentile } from '../../support/processes.ts'
import type { Question } from './questions.ts'

export type Caller = { url: string; token: string }
export type Times = { median: number; p95: number }

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
  const times = callers.map((): number[] => [])
  // The first turn warms up.
  for (let turn = 0; turn <= repetitions; turn++) {
    for (const [index, { url, token }] of callers.entries()) {
      const began = performance.now()
      const { status } = await call(url, 'GET', `${question.path}?${queries[index] ?? ''}`, { token })
      const took = performance.now() - began
      if (status !== 200) return null
      if (turn > 0) times[index]?.push(took)
    }
  }
  return times.map((own) => ({ median: median(own), p95: percentile(own, 0.95) }))
}

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
