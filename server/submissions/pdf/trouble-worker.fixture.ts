import type { ThreadTask } from '../../lib/thread-pool.ts'
import type { PdfResult } from './layout/pdf-worker.ts'
import type { PreparedApplication } from './printed-application.ts'

/** Goes wrong as the company's name says; else returns the name. */
export function layOut({ input, begun }: ThreadTask<PreparedApplication>): PdfResult<Uint8Array> {
  const { companyName } = input
  begun.postMessage(null)
  const kept: object[] = []
  while (companyName === 'endless') kept.length = 0
  while (companyName === 'greedy') kept.push({ kept: new Array(100).fill(kept.length) })
  return companyName === 'broken'
    ? { error: new TypeError('broken'), isAway: false }
    : { done: Uint8Array.from(Buffer.from(companyName)) }
}
