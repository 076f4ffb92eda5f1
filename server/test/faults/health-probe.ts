import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Answered } from './load.ts'

/** `status` is 0 when no connection could be made. */
type Probe = { began: number; ms: number; status: number; degraded: boolean }

export type HealthProbe = { probes: Probe[]; stop(): Promise<void> }

const EVERY_MS = 200
/** The check itself takes up to 3 seconds, and this machine may be busy. */
const HANGS_MS = 8000
const CHECK_MS = 4000

/** Asks for the server's health all the time, as a load balancer does. */
export function startHealthProbe(url: string): HealthProbe {
  const probes: Probe[] = []
  let stopping = false
  const ask = async (): Promise<void> => {
    while (!stopping) {
      const began = performance.now()
      const answer = await fetch(`${url}/api/health/ready`, { signal: AbortSignal.timeout(3 * HANGS_MS) })
        .then(async (response) => ({ status: response.status, text: await response.text() }))
        .catch(() => ({ status: 0, text: '' }))
      const degraded = answer.text.includes('degraded')
      probes.push({ began, ms: performance.now() - began, status: answer.status, degraded })
      await delay(EVERY_MS)
    }
  }
  const asking = ask()
  return {
    probes,
    async stop() {
      stopping = true
      await asking
    },
  }
}

/**
 * Health never hung, and was never ready while no application could be taken: while those that began within the time a
 * check takes, before or after, were all refused.
 * @returns the answers by kind, for the table
 */
export function expectTruthful({ probes }: HealthProbe, answers: readonly Answered[]): string {
  const slowest = Math.max(...probes.map(({ ms }) => ms))
  expect(slowest).toBeLessThan(HANGS_MS)
  const asked = answers.filter(({ step }) => step !== 'upload')
  const lies = probes.filter(({ began: at, status }) => {
    const around = asked.filter(({ began }) => Math.abs(began - at) <= CHECK_MS)
    return status === 200 && around.length > 0 && around.every((each) => each.status !== 200)
  })
  expect(lies).toEqual([])
  const count = (is: (probe: Probe) => boolean) => probes.filter(is).length
  const kinds = {
    ready: count(({ status, degraded }) => status === 200 && !degraded),
    degraded: count(({ degraded }) => degraded),
    'not ready': count(({ status }) => status === 503),
    'no server': count(({ status }) => status === 0),
  }
  const told = Object.entries(kinds).filter(([, number]) => number > 0)
  return `${told.map(([kind, number]) => `${number} ${kind}`).join(', ')}; slowest ${Math.round(slowest)} ms`
}
