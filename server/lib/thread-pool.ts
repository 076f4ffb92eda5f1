import os from 'node:os'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import type { Piscina } from 'piscina'
import { AppError } from '../errors.ts'
import { workerFile } from '../worker-file.ts'
import { limitConcurrency } from './limit-concurrency.ts'

/** The functions of a thread's program take one, and post to `begun` first. */
export type ThreadTask<Input> = { input: Input; begun: MessagePort }

type Limits = Record<'threads' | 'startMs' | 'taskMs' | 'megabytes' | 'waitMs' | 'idleMs', number> & {
  /** of the process while a task runs */
  growthMegabytes?: number
}

const WATCH_MS = 100
const MEGABYTE = 1024 * 1024

/** Runs tasks in threads with limits of time and memory. @param tooComplex the error of a task that goes beyond them */
export function createThreadPool(
  worker: string,
  limits: Limits,
  tooComplex: (message: string, cause: unknown) => Error,
) {
  const maxThreads = Math.min(limits.threads, os.availableParallelism())
  const { filename, execArgv } = workerFile(worker)
  let opening: Promise<Piscina> | undefined
  let opened: Piscina | undefined

  async function openPool(): Promise<Piscina> {
    // Loaded with the first task, as it would slow down every start.
    const { Piscina } = await import('piscina')
    opened = new Piscina({
      minThreads: 0,
      maxThreads,
      idleTimeout: limits.idleMs,
      execArgv,
      resourceLimits: { maxOldGenerationSizeMb: limits.megabytes },
    })
    // The pool replaces a thread that fails between tasks.
    opened.on('error', () => {})
    return opened
  }

  const inTurn = limitConcurrency(maxThreads, {
    milliseconds: limits.waitMs,
    error: new AppError('unavailable'),
  })

  async function run<Output>(name: string, input: object): Promise<Output> {
    const pool = await (opening ??= openPool())
    const clock = startClock(limits)
    try {
      // `filename` here makes a load failure reject the task rather than break the thread.
      return await pool.run({ input, begun: clock.begun } satisfies ThreadTask<object>, {
        filename,
        name,
        transferList: [clock.begun],
        signal: clock.signal,
      })
    } catch (cause) {
      const reason = clock.reason()
      if (reason !== null) throw tooComplex(reason, cause)
      if (clock.signal.aborted) throw new AppError('unavailable', undefined, { cause })
      if (isOutOfMemory(cause)) throw tooComplex(`the task took more than ${limits.megabytes} MB`, cause)
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

/** Limits a thread's start and its task separately, as loading the libraries is slow on a busy machine. */
function startClock({ startMs, taskMs, growthMegabytes = Infinity }: Limits) {
  const { port1, port2 } = new MessageChannel()
  const late = new AbortController()
  const before = process.memoryUsage.rss()
  let reason: string | null = null
  const stop = (why: string) => {
    reason ??= why
    late.abort()
  }
  let timer = setTimeout(() => late.abort(), startMs)
  const memory = setInterval(() => {
    if (process.memoryUsage.rss() - before > growthMegabytes * MEGABYTE)
      stop(`the process grew by ${growthMegabytes} MB`)
  }, WATCH_MS)
  port1.once('message', () => {
    clearTimeout(timer)
    timer = setTimeout(() => stop(`the task took more than ${taskMs} ms`), taskMs)
  })
  return {
    /** The thread posts here when the task begins. */
    begun: port2,
    signal: late.signal,
    /** a limit that the task went beyond */
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
