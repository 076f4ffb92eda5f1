import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { it } from 'vitest'
import { startBucket, startFlakyBucket, type Outage } from '../support/bucket.ts'
import { testDatabase } from '../support/database.ts'
import { faultLine } from './fault-line.ts'
import { openStage, REST_MS, rounds } from './stage.ts'

const TIMES = rounds(1, 3)
const OUTAGES: Outage[] = [
  { status: 403, code: 'AccessDenied' },
  { status: 404, code: 'NoSuchBucket' },
  { status: 503, code: 'SlowDown' },
]

const [{ url: database }, bucket] = await Promise.all([testDatabase(), startBucket()])
const flaky = await startFlakyBucket(bucket)
const behind = new URL(flaky.url.searchParams.get('endpoint') ?? '')
const line = await faultLine(behind.hostname, Number(behind.port))
const store = new URL(flaky.url)
store.searchParams.set('endpoint', `http://127.0.0.1:${line.port}`)

const stage = await openStage(
  {
    env: {
      DATABASE_URL: database,
      STORAGE_URL: store.href,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    },
    direct: { STORAGE_URL: bucket.href },
  },
  { restMs: REST_MS },
)

it('a bucket that is slow, forbidden, missing or busy costs uploads only, and is used again once it is back', async () => {
  await stage.start()
  const load = stage.begin()
  for (let time = 0; time < TIMES; time += 1) {
    line.set({ delayMs: 300 })
    await load.more(3)
    line.set('fine')
    for (const outage of OUTAGES) {
      await load.more(3)
      const before = load.refusals.length
      flaky.outage = outage
      await load.until(() => load.refusals.length > before + 3)
      await load.more(3)
      await delay(3000)
      flaky.outage = null
      const uploaded = () => load.applicants.filter(({ uploaded: is }) => is).length
      const least = uploaded() + 3
      await load.until(() => uploaded() >= least)
    }
  }
  await stage.expectHealed(`bucket slow, forbidden, missing and busy ${TIMES} times`)
}, 600_000)
