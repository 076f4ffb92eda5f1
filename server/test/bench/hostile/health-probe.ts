import { setTimeout as delay } from 'node:timers/promises'

const PAUSE_MS = 10

export type HealthProbe = { stop(): Promise<number[]> }

/** Asks for `/api/health/live` again and again. `stop` returns how many milliseconds each answer took. */
export function probeHealth(url: string): HealthProbe {
  const times: number[] = []
  const stopping = new AbortController()
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      const began = performance.now()
      const response = await fetch(`${url}/api/health/live`)
      await response.arrayBuffer()
      times.push(performance.now() - began)
      if (!response.ok) throw new Error(`/health/live returned ${response.status}`)
      await delay(PAUSE_MS)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await ended
      return times
    },
  }
}
