import os from 'node:os'
import path from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { PDF_LIMITS } from '#domain/limits'
import { limitConcurrency } from '../../lib/limit-concurrency.ts'
import { AppError } from '../../errors.ts'
import { workerFile } from '../../worker-file.ts'
import { LayoutError } from './layout-error.ts'
import { AuthorityError } from '../../evidence/authority-error.ts'
import type { SealedPdf, Sealing } from '../../evidence/seal-pdf.ts'
import { withoutSeal, type KnownCertificate, type Verdict } from '../../evidence/verify/verdict.ts'
import type * as PdfWorker from './layout/pdf-worker.ts'
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

function createPool(options: Options) {
  const limits: Limits = { ...PDF_LIMITS, ...options }
  const maxThreads = Math.min(limits.threads, os.availableParallelism())
  const { filename, execArgv } = workerFile(options.worker ?? PDF_WORKER)
  let opening: Promise<Piscina> | undefined
  let opened: Piscina | undefined

  async function openPool(): Promise<Piscina> {
    // Loaded with the first PDF, as it would slow down every start.
    const { Piscina } = await import('piscina')
    opened = new Piscina({
      minThreads: 0,
      maxThreads,
      idleTimeout: limits.idleMs,
      execArgv,
      resourceLimits: { maxOldGenerationSizeMb: limits.layoutMegabytes },
    })
    // The pool replaces a thread that fails between layouts.
    opened.on('error', () => {})
    return opened
  }

  const inTurn = limitConcurrency(maxThreads, {
    milliseconds: limits.waitMs,
    error: new AppError('unavailable'),
  })

  async function run<Output>(
    name: keyof typeof PdfWorker,
    input: object,
  ): Promise<PdfWorker.PdfResult<Output>> {
    const pool = await (opening ??= openPool())
    const clock = startClock(limits)
    try {
      // `filename` here makes a load failure reject the task rather than break the thread.
      return await pool.run(
        { input, begun: clock.begun },
        { filename, name, transferList: [clock.begun], signal: clock.signal },
      )
    } catch (cause) {
      if (clock.isOver()) throw tooComplex(`the layout took more than ${limits.layoutMs} ms`, cause)
      if (clock.signal.aborted) throw new AppError('unavailable', undefined, { cause })
      if (isOutOfMemory(cause))
        throw tooComplex(`the layout took more than ${limits.layoutMegabytes} MB`, cause)
      throw cause
    } finally {
      clock.stop()
    }
  }

  return {
    inTurn,
    run,
    threads: () => opened?.threads.length ?? 0,
    close: async (): Promise<void> => {
      await (await opening)?.destroy()
    },
  }
}

/** Limits a thread's start and its layout separately, as loading the libraries is slow on a busy machine. */
function startClock({ startMs, layoutMs }: Record<'startMs' | 'layoutMs', number>) {
  const { port1, port2 } = new MessageChannel()
  const late = new AbortController()
  let hasBegun = false
  let timer = setTimeout(() => late.abort(), startMs)
  port1.once('message', () => {
    hasBegun = true
    clearTimeout(timer)
    timer = setTimeout(() => late.abort(), layoutMs)
  })
  return {
    /** The thread posts here when the layout begins. */
    begun: port2,
    signal: late.signal,
    isOver: () => hasBegun && late.signal.aborted,
    stop() {
      clearTimeout(timer)
      port1.close()
    },
  }
}

const tooComplex = (message: string, cause: unknown): LayoutError =>
  new LayoutError('too_complex', message, { cause })

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
