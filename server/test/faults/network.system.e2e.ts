import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { it } from 'vitest'
import { startBucket } from '../support/bucket.ts'
import { testDatabase } from '../support/database.ts'
import { faultLine } from './fault-line.ts'
import { isComplete, openStage, REST_MS, rounds } from './stage.ts'

const TIMES = rounds(1, 3)
const AWAY_MS = rounds(3000, 20_000)

const [{ url: database }, bucket] = await Promise.all([testDatabase(), startBucket()])
const toDatabase = new URL(database)
const databaseLine = await faultLine(toDatabase.hostname, Number(toDatabase.port))
toDatabase.port = String(databaseLine.port)

const store = new URL(bucket.searchParams.get('endpoint') ?? '')
const storeLine = await faultLine(store.hostname, Number(store.port))
const toStore = new URL(bucket)
toStore.searchParams.set('endpoint', `http://127.0.0.1:${storeLine.port}`)

const stage = await openStage(
  {
    env: {
      DATABASE_URL: toDatabase.href,
      STORAGE_URL: toStore.href,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    },
    direct: { DATABASE_URL: database, STORAGE_URL: bucket.href },
  },
  { restMs: REST_MS },
)

it('a network to database or bucket that resets, falls silent or is slow loses and doubles nothing, and holds nobody up for long', async () => {
  await stage.start()
  const load = stage.begin()
  for (let time = 0; time < TIMES; time += 1) {
    for (const line of [databaseLine, storeLine]) {
      for (const state of ['reset', 'silence', ...(isComplete ? [{ delayMs: 100 }] : [])] as const) {
        await load.more(3)
        line.set(state)
        await delay(AWAY_MS)
        line.set('fine')
        await load.more(3)
      }
    }
  }
  await stage.expectHealed(
    `network to database and bucket reset, and silent for ${AWAY_MS / 1000} s${isComplete ? ', and slow' : ''}, ${TIMES} times`,
  )
}, 900_000)
