import { MessageChannel, type MessagePort } from 'node:worker_threads'

export type LayoutClock = {
  /** The thread posts here when the layout begins. */
  begun: MessagePort
  signal: AbortSignal
  isOver(): boolean
  stop(): void
}

/** Limits a thread's start and its layout separately, as loading the libraries is slow on a busy machine. */
export function startClock({ startMs, layoutMs }: { startMs: number; layoutMs: number }): LayoutClock {
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
    begun: port2,
    signal: late.signal,
    isOver: () => hasBegun && late.signal.aborted,
    stop() {
      clearTimeout(timer)
      port1.close()
    },
  }
}
