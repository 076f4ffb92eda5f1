import { call, trpcWithHeaders } from '../../providers/trpc-client.ts'
import type { Submission } from './submission.ts'

/** `tries` are left for so many seconds; null where they are not counted. */
export type Found = { rows: Submission[]; left: { tries: number; seconds: number } | null }

/** The submissions with this SSN or tax ID. It travels in a body and is kept nowhere. Throws ApiError. */
export async function searchByNumber(number: string): Promise<Found> {
  let left: Found['left'] = null
  const client = trpcWithHeaders((headers) => {
    left = parseRateLimit(headers.get('ratelimit'))
  })
  const { data } = await call(client.form.searchByNumber.mutate({ number }))
  return { rows: data, left }
}

/** Reads `"policy";r=9;t=600`. */
export function parseRateLimit(header: string | null): Found['left'] {
  const [, tries, seconds] = /;r=(\d+);t=(\d+)/.exec(header ?? '') ?? []
  return tries === undefined ? null : { tries: Number(tries), seconds: Number(seconds) }
}
