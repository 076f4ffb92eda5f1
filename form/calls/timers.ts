import type { WaitEffect } from '../uploads/files.ts'
import { pause } from './pause.ts'

/** Named timers; setting one again replaces it. */
export function createTimers(onTime: (timer: string) => void) {
  const running = new Map<string, AbortController>()
  const stop = (timer: string): void => running.get(timer)?.abort()
  const wait = async ({ timer, milliseconds, untilOnline, spread = 0 }: WaitEffect & { do: 'wait' }) => {
    stop(timer)
    const controller = new AbortController()
    const { signal } = controller
    running.set(timer, controller)
    await pause(milliseconds * (1 + Math.random() * spread), { signal, untilOnline })
    if (!signal.aborted) onTime(timer)
  }
  return { wait, stop }
}
