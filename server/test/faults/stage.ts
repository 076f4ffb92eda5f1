import { appendFileSync } from 'node:fs'
import { appendFile, mkdir, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, expect } from 'vitest'
import { makeScratchFolder } from '../../platform/database/scratch-postgres.ts'
import { projectRoot } from '../../project-root.ts'
import { call } from '../support/factories.ts'
import { startChild, type Child } from '../support/processes.ts'
import { TEST_ADMIN } from '../support/server.ts'
import { expectTruthful, startHealthProbe, type HealthProbe } from './health-probe.ts'
import { expectSound, jobsLeft, type Env } from './inspect.ts'
import { expectNothingLost, startLoad, type Load } from './load.ts'

/** The complete form, by `npm run faults`, beside the short one of the tests. */
export const isComplete = process.env.FAULTS === 'complete'
export const rounds = (short: number, complete: number): number => (isComplete ? complete : short)

/** A rest after each application: two cores make a backlog of the jobs of more, in which a stuck job would not show. */
export const REST_MS = 2000

/** Where `npm run faults` finds the rows of its table. */
export const RESULTS = path.join(projectRoot, '.cache/faults.jsonl')

/** As long as a job may take with its first retries, or a receipt waits for its seal. A backlog takes longer. */
const ONE_JOB_WITHIN_MS = 180_000
const READY_WITHIN_MS = 30_000

export type Stage = {
  url: string
  dataDir: string
  child(): Child
  /** Starts the server, again too, at the same address. */
  start(): Promise<void>
  /** Starts the applicants, and the probes of a load balancer. */
  begin(): Load
  /** Checks what must be true after every fault, and adds a row to the table under the name `what`. */
  expectHealed(what: string, exempt?: { wasClockSetBack?: boolean }): Promise<void>
}

/**
 * A built server of its own, gone after the file's last test.
 * @param direct overrides `env` for the check, where the server's own way to the database or the store is bad
 */
export async function openStage(
  { env = {}, direct = {}, dataDir }: { env?: Env; direct?: Env; dataDir?: string } = {},
  { mayBreak = false, restMs = 0 } = {},
): Promise<Stage> {
  const scratch = dataDir ?? (await makeScratchFolder())
  const port = await freePort()
  const url = `http://localhost:${port}`
  const settings: Env = {
    DATABASE_URL: undefined,
    DATA_DIR: scratch,
    ADMIN_PASSWORD: TEST_ADMIN.password,
    SEED_DEMO: '1',
    PORT: String(port),
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'info',
    ...env,
  }
  const log: string[] = []
  let child: Child | undefined
  let load: Load | undefined
  let probe: HealthProbe | undefined
  afterAll(async () => {
    await Promise.all([load?.stop().catch(() => {}), probe?.stop()])
    await child?.stop()
    if (dataDir === undefined) await rm(scratch, { recursive: true, force: true })
  })
  const running = () => {
    if (!child || !load || !probe) throw new Error('The stage was not begun')
    return { child, load, probe }
  }
  return {
    url,
    dataDir: scratch,
    child: () => running().child,
    async start() {
      // What a killed process wrote last may be cut off.
      log.length = 0
      child = await startChild(['dist/server.mjs'], settings, (line) => log.push(line))
    },
    begin() {
      probe = startHealthProbe(url)
      return (load = startLoad(url, { mayBreak, restMs }))
    },
    async expectHealed(what, exempt) {
      const stopped = running()
      await stopped.load.stop()
      const ready = () => call(url, 'GET', '/health/ready').then(({ status, body }) => [status, body.data])
      await expect.poll(ready, { timeout: READY_WITHIN_MS }).toEqual([200, { ready: true }])
      const began = performance.now()
      const inspected = { ...settings, ...direct }
      const kept = await expectNothingLost(url, stopped.load)
      await expectJobsDone(inspected)
      const jobsMs = performance.now() - began
      await stopped.probe.stop()
      const health = expectTruthful(stopped.probe, stopped.load.answers)
      const orphans = await expectSound(inspected, exempt)
      expectReadable(log)
      // A check may time out on a busy machine after the load has ended; what it reports must end as well.
      const open = () => ready().then(() => openOutages(log))
      await expect.poll(open, { timeout: READY_WITHIN_MS }).toEqual([])
      const slowest = Math.max(...stopped.load.answers.map(({ began: from, ended }) => ended - from))
      const refused = stopped.load.answers.filter(({ status }) => status !== 200).length
      await mkdir(path.dirname(RESULTS), { recursive: true })
      const row = { what, ...kept, refused, orphans, slowest, jobsMs, health }
      await appendFile(RESULTS, `${JSON.stringify(row)}\n`)
    },
  }
}

async function expectJobsDone(env: Env): Promise<void> {
  let [left, since] = [await jobsLeft(env), performance.now()]
  while (left > 0) {
    await delay(250)
    const now = await jobsLeft(env)
    if (now < left) [left, since] = [now, performance.now()]
    expect(performance.now() - since, `${left} jobs are stuck`).toBeLessThan(ONE_JOB_WITHIN_MS)
  }
}

/** Each line is JSON, and what failed for want of a database, a store or a disk has no stack. */
function expectReadable(log: string[]): void {
  if (process.env.FAULTS_LOG) appendFileSync(process.env.FAULTS_LOG, log.map((line) => `${line}\n`).join(''))
  const lines = log.map((line): Record<string, unknown> => JSON.parse(line))
  expect(lines.filter(({ msg }) => msg === 'request failed')).toEqual([])
}

/** Of each outage that the log says began, it must say that it ended. */
function openOutages(log: string[]): string[] {
  const count = (text: string) => log.filter((line) => line.includes(`"msg":"${text}"`)).length
  return ['database', 'storage'].filter(
    (what) => count(`the ${what} answers again`) !== count(`the ${what} does not answer`),
  )
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
