import { setTimeout as delay } from 'node:timers/promises'
import type { HostileServer } from '../../hostile/hostile-server.ts'

const PAUSE_MS = 10

/** `ran`: for how long the main thread ran meanwhile; the rest of `took` it waited, for a processor on a busy machine. */
export type HealthAnswer = { took: number; ran: number }

export type HealthProbe = { stop(): Promise<HealthAnswer[]> }

/** Asks for `/api/health/live` again and again. `stop` returns how many milliseconds each answer took. */
export function probeHealth(server: HostileServer): HealthProbe {
  const answers: HealthAnswer[] = []
  const stopping = new AbortController()
  const ended = (async () => {
    while (!stopping.signal.aborted) {
      const [began, ranBefore] = [performance.now(), await server.ran()]
      const response = await fetch(`${server.target.url}/api/health/live`)
      await response.arrayBuffer()
      answers.push({ took: performance.now() - began, ran: (await server.ran()) - ranBefore })
      if (!response.ok) throw new Error(`/health/live returned ${response.status}`)
      await delay(PAUSE_MS)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await ended
      return answers
    },
  }
}
