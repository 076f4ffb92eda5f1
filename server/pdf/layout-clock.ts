import { MessageChannel, type MessagePort } from 'node:worker_threads'

export type LayoutClock = {
  /** The thread says here that the layout begins. */
  begun: MessagePort
  /** Aborted when the thread takes too long to start, or the layout to end. */
  signal: AbortSignal
  /** Was it the layout that took too long? */
  isOver(): boolean
  stop(): void
}

/** Limits a layout's time. A new thread first loads its libraries, which on a busy machine must not count against it. */
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
