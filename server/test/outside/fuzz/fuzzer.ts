import fc from 'fast-check'
import { call } from '../../support/factories.ts'
import { openClient, type Client, type Wire } from './client.ts'
import { faultsOf, type Fault } from './faults.ts'
import { operationsOf, type Operation } from './operations.ts'
import { anyRequest, type FuzzRequest } from './requests.ts'
import { PLACEHOLDERS } from './fitting-text.ts'
import { World, type Keeper } from './world.ts'

export type Finding = Fault & { call: string; seed: number; request: string }

export type FuzzReport = {
  seed: number
  sent: number
  seconds: number
  /** status → how many */
  statuses: Map<number, number>
  /** calls that were never answered with a success */
  neverSucceeded: string[]
  findings: Finding[]
}

type Options = {
  url: string
  /** the seeded admin */
  keeper: Keeper
  requests: number
  seed: number
  /** how many requests are under way at once */
  lanes?: number
  /** An answer that takes longer is a finding; no time is too long where other things run beside. */
  slowMs?: number
  /** called now and then with how many were sent */
  onProgress?: (sent: number) => void
}

/** After so many requests the people have spoilt their companies enough. */
const RENEW_AFTER = 500
/** A counterexample of so many tries is small enough. */
const SHRINKS = 60
const NEXT_SEED = 7919

/** Sends requests to every call of the running server's document, and tells what is wrong with the answers. */
export async function fuzz(options: Options): Promise<FuzzReport> {
  const began = Date.now()
  const { body } = await call(options.url, 'GET', '/openapi.json')
  const run = new Run(options, operationsOf(body))
  try {
    await run.world.renew()
    const lanes = options.lanes ?? 4
    await Promise.all(
      Array.from({ length: lanes }, (_none, lane) => run.lane(lane, Math.ceil(options.requests / lanes))),
    )
  } finally {
    run.client.close()
  }
  return {
    seed: options.seed,
    sent: run.sent,
    seconds: (Date.now() - began) / 1000,
    statuses: run.statuses,
    neverSucceeded: run.operations.map(({ name }) => name).filter((name) => !run.succeeded.has(name)),
    findings: run.findings,
  }
}

class Run {
  readonly world: World
  readonly client: Client
  readonly statuses = new Map<number, number>()
  readonly succeeded = new Set<string>()
  readonly findings: Finding[] = []
  readonly operations: Operation[]
  sent = 0
  readonly #options: Options
  readonly #known = new Set<string>()
  readonly #requests: fc.Arbitrary<FuzzRequest>

  constructor(options: Options, operations: Operation[]) {
    this.#options = options
    this.operations = operations
    this.world = new World(options.url, options.keeper)
    this.client = openClient(options.url, options.lanes ?? 4)
    this.#requests = anyRequest(operations)
  }

  /** One request after the other. What is found is shrunk, and from then on known. */
  async lane(lane: number, requests: number): Promise<void> {
    for (let seed = this.#options.seed + lane, left = requests; left > 0; seed += NEXT_SEED) {
      left -= await this.#search(seed, left)
    }
  }

  /** Sends until there is something new or there have been enough; answers how many were sent before shrinking. */
  async #search(seed: number, requests: number): Promise<number> {
    let sent = 0
    let shrinks = 0
    let found: Finding | null = null
    const property = fc.asyncProperty(this.#requests, async (request) => {
      if (found === null) sent += 1
      else if (++shrinks > SHRINKS) return
      const { wire, faults } = await this.#exchange(request)
      for (const { kind, detail } of faults) {
        const finding: Finding = {
          kind,
          detail,
          call: request.operation.name,
          seed,
          request: describe(request, wire),
        }
        if (found ? sameAs(found)(finding) : !this.#known.has(keyOf(finding))) {
          found = finding
          this.#known.add(keyOf(finding))
          throw new Error(kind)
        }
      }
    })
    const { failed } = await fc.check(property, { seed, numRuns: requests, maxSkipsPerRun: 0 })
    if (failed && found) this.findings.push(found)
    return sent
  }

  async #exchange(request: FuzzRequest): Promise<{ wire: Wire; faults: Fault[] }> {
    if (this.sent % RENEW_AFTER === RENEW_AFTER - 1) await this.world.renew()
    this.sent += 1
    if (this.sent % 500 === 0) this.#options.onProgress?.(this.sent)
    const { actor } = request
    const wire = this.#wireOf(request)
    const reached = this.#reached(request)
    try {
      const answer = await this.client.send(wire)
      this.statuses.set(answer.status, (this.statuses.get(answer.status) ?? 0) + 1)
      if (answer.status === 200 && reached) this.succeeded.add(reached.name)
      const secrets = this.world.secretsFrom(actor)
      const slowMs = this.#options.slowMs ?? Infinity
      const faults = faultsOf({ operation: reached, actor, wire, answer, secrets, slowMs })
      await this.#mend(request, answer.status)
      return { wire, faults }
    } catch (error) {
      return {
        wire,
        faults: [{ kind: `has no answer: ${error instanceof Error ? error.message : ''}`, detail: '' }],
      }
    }
  }

  /** Whoever was signed out by their own requests signs in again; whoever cannot gets another world. */
  async #mend({ actor, operation }: FuzzRequest, status: number): Promise<void> {
    if (operation.path === '/form/submit' && status === 200) await this.world.openSession(actor)
    if (status !== 401 && status !== 403) return
    const token = this.world.tokenOf(actor)
    if (token === undefined || actor === 'revoked' || actor === 'garbage') return
    const { status: now } = await call(this.#options.url, 'GET', '/team/names', { token })
    if (now !== 401 && now !== 403) return
    if (now === 401 && (await this.world.signInAgain(actor))) return
    await this.world.renew()
  }

  /** Another method may reach another call of the same path. */
  #reached({ operation, method }: FuzzRequest): Operation | null {
    const asked = method === 'HEAD' ? 'GET' : method
    return (
      this.operations.find(({ path, method: served }) => path === operation.path && served === asked) ?? null
    )
  }

  #wireOf({ actor, method, url, contentType, headers, body }: FuzzRequest): Wire {
    const fill = (text: string): string =>
      text.replace(PLACEHOLDERS, (_all, whose, what) => {
        return this.world.rowsOf(actor, whose === 'own' ? 'own' : 'other')[String(what)] ?? ''
      })
    const token = this.world.tokenOf(actor)
    return {
      method,
      path: `/api${fill(url)}`,
      headers: [
        ...headers.map(([name, value]) => [name, fill(value)] as const),
        ...(contentType === null ? [] : [['content-type', contentType] as const]),
        ...(token === undefined ? [] : [['authorization', `Bearer ${token}`] as const]),
      ],
      body: body === null ? null : fill(body),
    }
  }
}

const keyOf = ({ call: name, kind }: Finding): string => `${name} ${kind}`
const sameAs = (found: Finding) => (other: Finding) => keyOf(found) === keyOf(other)

/** Enough to send it again: tokens are left out, and what is long is cut. */
function describe({ actor }: FuzzRequest, { method, path, headers, body }: Wire): string {
  const shown = headers.filter(([name]) => name !== 'authorization').map((header) => header.join(': '))
  return [
    `${actor}: ${method} ${path.slice(0, 400)}`,
    ...shown.map((text) => text.slice(0, 100)),
    body?.slice(0, 600),
  ]
    .filter((line) => line !== undefined)
    .join(' | ')
}
