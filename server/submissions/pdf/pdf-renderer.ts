import path from 'node:path'
import { PDF_LIMITS } from '#domain/limits'
import { createThreadPool } from '../../lib/thread-pool.ts'
import { LayoutError } from './layout-error.ts'
import { AuthorityError } from '../../evidence/authority-error.ts'
import type { SealedPdf, Sealing } from '../../evidence/seal-pdf.ts'
import { withoutSeal, type KnownCertificate, type Verdict } from '../../evidence/verify/verdict.ts'
import type * as PdfWorker from './layout/pdf-worker.ts'
import type { PdfResult } from './layout/pdf-worker.ts'
import { prepare } from './prepare.ts'
import type { PrintedApplication, RenderOptions } from './printed-application.ts'

export type PdfRenderer = ReturnType<typeof createPdfRenderer>

const PDF_WORKER = path.join(import.meta.dirname, 'layout/pdf-worker.ts')

type Limits = Record<keyof typeof PDF_LIMITS, number>

type Options = Partial<Limits> & { worker?: string }

/** Draws PDFs, and seals and verifies them, in threads. */
export function createPdfRenderer(options: Options = {}) {
  const pool = createPool(options)
  // An authority may be slow, so nothing else waits for it.
  const stamping = createPool({ ...options, threads: 1 })
  // Files to verify may be made to be slow: no application waits for them.
  const checking = createPool({ ...options, threads: 1, layoutMs: PDF_LIMITS.verifyMs })
  return {
    render: async (application: PrintedApplication, stamp: RenderOptions = {}): Promise<Buffer> => {
      const owner = stamp.stampedFor?.name
      const task = async () => pool.run<Uint8Array>('layOut', await prepare(application, stamp))
      const result = await pool.inTurn(task, { owner })
      if ('done' in result) return toBuffer(result.done)
      throw new LayoutError('undrawable', 'the layout failed', { cause: result.error })
    },
    /** @throws AuthorityError */
    seal: async (pdf: Uint8Array, sealing: Sealing): Promise<SealedPdf> => {
      const isStamped = sealing.authority !== null
      const { inTurn, run } = isStamped ? stamping : pool
      const result = await inTurn(() => run<SealedPdf>('seal', { pdf, ...sealing })).catch(
        (cause: unknown) => {
          // The authority is slow: the PDF itself was laid out in time.
          if (isStamped && cause instanceof LayoutError) throw new AuthorityError('no time stamp', { cause })
          throw cause
        },
      )
      if ('done' in result) return result.done
      if (result.isAway) throw new AuthorityError('no time stamp', { cause: result.error })
      throw result.error
    },
    verify: async (pdf: Uint8Array, known: readonly KnownCertificate[], owner: string): Promise<Verdict> => {
      const task = () => checking.run<Verdict>('verify', { pdf, known })
      const result = await checking.inTurn(task, { owner }).catch((error: unknown) => {
        if (error instanceof LayoutError) return { done: withoutSeal(pdf, 'unreadable') }
        throw error
      })
      if ('done' in result) return result.done
      throw result.error
    },
    threads: pool.threads,
    close: async (): Promise<void> =>
      void (await Promise.all([pool, stamping, checking].map((each) => each.close()))),
  }
}

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

function createPool({ worker = PDF_WORKER, ...own }: Options) {
  const { layoutMs: taskMs, layoutMegabytes: megabytes, ...limits }: Limits = { ...PDF_LIMITS, ...own }
  const tooComplex = (message: string, cause: unknown) => new LayoutError('too_complex', message, { cause })
  const pool = createThreadPool(worker, { ...limits, taskMs, megabytes }, tooComplex)
  return {
    ...pool,
    run: <Output>(name: keyof typeof PdfWorker, input: object) => pool.run<PdfResult<Output>>(name, input),
  }
}
