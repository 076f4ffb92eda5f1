import { AuthorityError } from '../../../evidence/authority-error.ts'
import { sealPdf, type Sealing } from '../../../evidence/seal-pdf.ts'
import type { KnownCertificate } from '../../../evidence/verify/verdict.ts'
import { verifyPdf } from '../../../evidence/verify/verify-pdf.ts'
import type { ThreadTask } from '../../../lib/thread-pool.ts'
import { layOutApplication } from './application-pdf.ts'

/** `isAway`: the time-stamping authority did not answer; an error loses its class on the way to another thread. */
export type PdfResult<Output> = { done: Output } | { error: unknown; isAway: boolean }

const toTask =
  <Input, Output>(work: (input: Input) => Promise<Output>) =>
  async ({ input, begun }: ThreadTask<Input>): Promise<PdfResult<Output>> => {
    begun.postMessage(null)
    try {
      return { done: await work(input) }
    } catch (error) {
      return { error, isAway: error instanceof AuthorityError }
    }
  }

export const layOut = toTask(layOutApplication)

export const seal = toTask(({ pdf, ...sealing }: Sealing & { pdf: Uint8Array }) => sealPdf(pdf, sealing))

export const verify = toTask(({ pdf, known }: { pdf: Uint8Array; known: readonly KnownCertificate[] }) =>
  verifyPdf(pdf, known),
)
