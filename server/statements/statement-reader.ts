import os from 'node:os'
import path from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { RECOGNITION_LIMITS, STATEMENT_LIMITS } from '#domain/limits'
import { notReadMessages as because } from '#domain/messages/statement-reading'
import { workerFile } from '../submissions/pdf/pdf-renderer.ts'
import { createRecognizer } from './recognizer.ts'
import type { PdfContent } from './reader/pdf/read-pdf.ts'
import type { Glance } from './reader/glance.ts'
import { unread } from './reader/read-file.ts'
import type { FileReading } from './reader/reading.ts'
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

/** Reads bank statements in threads with limits of time and memory, and scans in one lane of their own. */
export function createStatementReader({ recognition, worker = WORKER, ...own }: Options) {
  const limits: Limits = { ...STATEMENT_LIMITS, ...own }
  const { filename, execArgv } = workerFile(worker)
  const recognizer = recognition ? createRecognizer() : null
  let opening: Promise<Piscina> | undefined

  async function openPool(): Promise<Piscina> {
    const { Piscina } = await import('piscina')
    const pool = new Piscina({
      minThreads: 0,
      maxThreads: Math.min(limits.threads, os.availableParallelism()),
      idleTimeout: limits.idleMs,
      execArgv,
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes },
    })
    // The pool replaces a thread that fails between tasks.
    pool.on('error', () => {})
    return pool
  }

  /** @throws Unread with the reason when a limit ends the thread */
  async function run(task: Task): Promise<ReaderResult> {
    const pool = await (opening ??= openPool())
    const watch = startWatch(limits)
    try {
      const options = { filename, transferList: [watch.begun], signal: watch.signal }
      const result: ReaderResult = await pool.run(
        { ...task, begun: watch.begun } satisfies ReaderTask,
        options,
      )
      return result
    } catch (error) {
      throw new Unread(watch.reason() ?? (isOutOfMemory(error) ? because.tooLarge : because.failed), {
        cause: error,
      })
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
    try {
      return await recognizer.readPage(result.picture, page ?? 1)
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
     * Reads a PDF, or a photo as JPEG or PNG. Never rejects because of the file.
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
        if (error instanceof Unread) return unread(error.message)
        throw error
      }
    },
    /** What the first pages of a file with text tell. */
    async glance(file: Uint8Array): Promise<Glance> {
      const unknown: Glance = { state: 'unknown', month: null, bank: null, accountEnding: null }
      if (!isPdf(file)) return unknown
      const result = await run({ step: 'glance', bytes: shared(file) }).catch(() => null)
      return result?.kind === 'glance' ? result.glance : unknown
    },
    /** @returns null if the password is another, or the file cannot be opened */
    async unlock(file: Uint8Array, password: string): Promise<Uint8Array | null> {
      const result = await run({ step: 'unlock', bytes: shared(file), password }).catch(() => null)
      return result?.kind === 'unlocked' ? result.bytes : null
    },
    close: async (): Promise<void> => {
      await recognizer?.close()
      await (await opening)?.destroy()
    },
  }
}

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
  let reason: string | null = null
  const stop = (why: string) => {
    reason ??= why
    late.abort()
  }
  let timer = setTimeout(() => stop(because.failed), startMs)
  const memory = setInterval(() => {
    if (process.memoryUsage.rss() - before > growthMegabytes * 1024 * 1024) stop(because.tooLarge)
  }, WATCH_MS)
  port1.once('message', () => {
    clearTimeout(timer)
    timer = setTimeout(() => stop(because.tooLong), fileMs)
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
