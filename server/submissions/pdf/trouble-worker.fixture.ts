import type { LayoutResult, LayoutTask } from './layout/pdf-worker.ts'

/** Goes wrong as the company's name says; else returns the name. */
export default function layOut({ application: { companyName }, begun }: LayoutTask): LayoutResult {
  begun.postMessage(null)
  const kept: object[] = []
  while (companyName === 'endless') kept.length = 0
  while (companyName === 'greedy') kept.push({ kept: new Array(100).fill(kept.length) })
  return companyName === 'broken'
    ? { error: new TypeError('broken') }
    : Uint8Array.from(Buffer.from(companyName))
}
