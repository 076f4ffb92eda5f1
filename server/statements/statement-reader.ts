import os from 'node:os'
import path from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { GLANCE_LIMITS, RECOGNITION_LIMITS, STATEMENT_LIMITS } from '#domain/limits'
import { notReadMessages as because } from '#domain/messages/statement-reading'
import { workerFile } from '../worker-file.ts'
import { limitConcurrency } from '../lib/limit-concurrency.ts'
import { createShortQueue, createTaskTurns, LimitError } from './reader-turns.ts'
import { createRecognizer } from './recognizer.ts'
import type { PdfContent } from './reader/pdf/read-pdf.ts'
import type { Glance } from './reader/glance.ts'
import { unread } from './reader/read-file.ts'
import type { FileReading } from './reader/reading.ts'
import type { Unlocked } from './reader/pdf/unlock.ts'
import type { ReaderResult, ReaderTask } from './reader/statement-worker.ts'
import type { Line } from './reader/text/lines.ts'

export type StatementReader = ReturnType<typeof createStatementReader>

type Limits = Record<keyof typeof STATEMENT_LIMITS, number>
type Options = Partial<Limits> & { worker?: string; recognition: boolean }

/** Scanned pages that may still be recognized, of a submission's files together. */
export type ScanBudget = { pages: number }

export const scanBudget = (): ScanBudget => ({ pages: RECOGNITION_LIMITS.pagesPerSubmission })

const NO_PAGES: ScanBudget = { pages: 0 }
const WORKER = path.join(import.meta.dirname, 'reader/statement-worker.ts')
const WATCH_MS = 50

class Unread extends Error {}
class NotStartedError extends LimitError {}

const UNKNOWN: Glance = { state: 'unknown', month: null, bank: null, accountEnding: null }

/** Reads bank statements in threads with limits of time and memory, and scans in one lane of their own. */
export function createStatementReader({ recognition, worker = WORKER, ...own }: Options) {
  const limits: Limits = { ...STATEMENT_LIMITS, ...own }
  const { filename, execArgv } = workerFile(worker)
  const recognizer = recognition ? createRecognizer() : null
  const turns = createTaskTurns()
  const threads = Math.min(limits.threads, os.availableParallelism())
  const jobs = createPool({ ...limits, threads })
  const glances = createPool({ ...limits, ...GLANCE_LIMITS, threads: 1 })
  // Waits here, as a task in a pool's queue could not be told from a thread that does not start.
  const inJobTurn = limitConcurrency(threads)
  const inGlanceTurn = createShortQueue(GLANCE_LIMITS.waiting)

  function createPool(own: Limits) {
    let opening: Promise<Piscina> | undefined
    const open = async (): Promise<Piscina> => {
      const { Piscina } = await import('piscina')
      const pool = new Piscina({
        minThreads: 0,
        maxThreads: own.threads,
        idleTimeout: own.idleMs,
        execArgv,
        resourceLimits: { maxOldGenerationSizeMb: own.heapMegabytes },
      })
      // The pool replaces a thread that fails between tasks.
      pool.on('error', () => {})
      return pool
    }
    return {
      run: async (task: Task) => perform(await (opening ??= open()), own, task),
      close: async () => (await opening)?.destroy(),
    }
  }

  const run = (task: Task): Promise<ReaderResult> => inJobTurn(() => turns.run(() => jobs.run(task)))

  /** For a stranger: never holds up a job, and never has others wait for a turn alone. @returns null if many wait */
  const glanceTurn = <T>(owner: string, work: () => Promise<T>): Promise<T | null> =>
    inGlanceTurn(owner, async () => (turns.isReserved() ? null : turns.share(work)))

  /** @throws Unread with the reason, or LimitError when a limit ends the thread */
  async function perform(pool: Piscina, own: Limits, task: Task): Promise<ReaderResult> {
    const watch = startWatch(own)
    try {
      const options = { filename, transferList: [watch.begun], signal: watch.signal }
      const result: ReaderResult = await pool.run(
        { ...task, begun: watch.begun } satisfies ReaderTask,
        options,
      )
      return result
    } catch (error) {
      throw (
        watch.reason() ??
        new Unread(isOutOfMemory(error) ? because.tooLarge : because.failed, { cause: error })
      )
    } finally {
      watch.stop()
    }
  }

  async function recognize(bytes: Uint8Array, content: PdfContent, budget: ScanBudget): Promise<Line[]> {
    if (!recognizer) throw new Unread(because.noScans)
    const { pagesPerFile, pagesPerSubmission } = RECOGNITION_LIMITS
    if (content.scans.length > pagesPerFile) throw new Unread(because.scanLimit(pagesPerFile))
    if (content.scans.length > budget.pages) throw new Unread(because.scanBudget(pagesPerSubmission))
    budget.pages -= content.scans.length
    const lines: Line[] = []
    for (const page of content.scans) lines.push(...(await readPicture(bytes, page)))
    return lines
  }

  async function readPicture(bytes: Uint8Array, page: number | null): Promise<Line[]> {
    const result = await run({ step: 'picture', bytes, page })
    if (!recognizer || result.kind !== 'picture') throw new Unread(because.failed)
    const { picture } = result
    try {
      return await turns.run(() => recognizer.readPage(picture, page ?? 1))
    } catch (error) {
      throw new Unread(because.failed, { cause: error })
    }
  }

  async function readPhoto(bytes: Uint8Array, budget: ScanBudget): Promise<ReaderResult> {
    if (!recognizer) throw new Unread(because.noScans)
    if (budget.pages < 1) throw new Unread(because.scanBudget(RECOGNITION_LIMITS.pagesPerSubmission))
    budget.pages -= 1
    return run({ step: 'lines', lines: await readPicture(bytes, null), content: null })
  }

  async function readScans(
    bytes: Uint8Array,
    content: PdfContent,
    budget: ScanBudget,
  ): Promise<ReaderResult> {
    const lines = await recognize(bytes, content, budget)
    return run({ step: 'lines', lines, content })
  }

  return {
    /**
     * Reads a PDF, or a photo as JPEG or PNG. Never rejects because of the file, only where no thread starts.
     * @param budget null leaves scans to another call
     * @returns null for a scan without a budget
     */
    async read(file: Uint8Array, budget: ScanBudget | null): Promise<FileReading | null> {
      try {
        if (recognizer && !budget && !isPdf(file)) return null
        const bytes = shared(file)
        if (!isPdf(file)) return toReading(await readPhoto(bytes, budget ?? NO_PAGES))
        const first = await run({ step: 'read', bytes })
        if (first.kind !== 'scans') return toReading(first)
        if (recognizer && !budget) return null
        return toReading(await readScans(bytes, first.content, budget ?? NO_PAGES))
      } catch (error) {
        const isOfFile = error instanceof Unread || error instanceof LimitError
        if (isOfFile && !(error instanceof NotStartedError)) return unread(error.message)
        throw error
      }
    },
    /** What the first pages of a file with text tell; nothing while many wait. @param open is called in the owner's turn */
    async glance(owner: string, open: OpenFile): Promise<Glance> {
      const result = await glanceTurn(owner, async () => {
        const file = await open()
        return isPdf(file) ? glances.run({ step: 'glance', bytes: shared(file) }).catch(() => null) : null
      })
      return result?.kind === 'glance' ? result.glance : UNKNOWN
    },
    /** @returns null also if the file cannot be opened; undefined if the password was not tried */
    async unlock(owner: string, open: OpenFile, password: string): Promise<Unlocked | undefined> {
      const result = await glanceTurn(owner, async () => {
        const file = await open()
        if (!isPdf(file)) return { kind: 'unlocked' as const, bytes: 'not_locked' as const }
        const task = { step: 'unlock' as const, bytes: shared(file), password }
        return glances
          .run(task)
          .catch((error: unknown) => (error instanceof NotStartedError ? null : undefined))
      })
      return result === null ? undefined : result?.kind === 'unlocked' ? result.bytes : null
    },
    close: async (): Promise<void> => {
      await recognizer?.close()
      await Promise.all([jobs.close(), glances.close()])
    },
  }
}

type OpenFile = () => Promise<Uint8Array>
type Task = ReaderTask extends infer Each ? (Each extends ReaderTask ? Omit<Each, 'begun'> : never) : never

const toReading = (result: ReaderResult): FileReading =>
  result.kind === 'reading' ? result.reading : unread(because.failed)

const isPdf = (file: Uint8Array): boolean => Buffer.from(file.subarray(0, 1024)).includes('%PDF-')

/** Threads read it without copies. */
function shared(file: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(new SharedArrayBuffer(file.byteLength))
  bytes.set(file)
  return bytes
}

/** Ends a task that takes too long from its start, or after which the process has grown too large. */
function startWatch({ startMs, fileMs, growthMegabytes }: Limits) {
  const { port1, port2 } = new MessageChannel()
  const late = new AbortController()
  const before = process.memoryUsage.rss()
  let reason: LimitError | null = null
  const stop = (why: LimitError) => {
    reason ??= why
    late.abort()
  }
  let timer = setTimeout(() => stop(new NotStartedError('no thread starts')), startMs)
  const memory = setInterval(() => {
    if (process.memoryUsage.rss() - before > growthMegabytes * 1024 * 1024)
      stop(new LimitError(because.tooLarge))
  }, WATCH_MS)
  port1.once('message', () => {
    clearTimeout(timer)
    timer = setTimeout(() => stop(new LimitError(because.tooLong)), fileMs)
  })
  return {
    begun: port2,
    signal: late.signal,
    reason: () => reason,
    stop() {
      clearTimeout(timer)
      clearInterval(memory)
      port1.close()
    },
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
