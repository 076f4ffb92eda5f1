import { PASSWORD, SIGN_IN } from '../filled/brokers.ts'
import type { Group } from './group.ts'
import { compareLoads } from './in-turns.ts'
import { atLeast } from './line.ts'
import { withAutocannon, withFetch, type Load } from './load.ts'
import { listLoad } from './reads.ts'
import type { Stage } from './stage.ts'
import { uploadLoads } from './uploads.ts'

const CONNECTIONS = 8

/** Sign-in is to stay as fast as it was; measured 0.49. */
const BEFORE = 0.46

const liveLoad = ({ intake }: Stage): Load => ({
  url: `${intake.url}/api/health/live`,
  connections: CONNECTIONS,
})

const userLoad = ({ intake, token }: Stage): Load => ({
  url: `${intake.url}/api/user/me`,
  connections: CONNECTIONS,
  headers: { authorization: `Bearer ${token}` },
})

export const SESSIONS: Group[] = [
  {
    name: 'me',
    measure: (stage) =>
      compareLoads(stage, {
        work: 'GET /user/me, 8 connections (fetch); bare: /health/live',
        bare: liveLoad(stage),
        intake: userLoad(stage),
        required: atLeast(600 / 2_850),
        client: withFetch,
      }),
  },
  {
    name: 'live',
    async measure(stage) {
      const calls = [
        { work: '/user/me', intake: userLoad(stage), required: atLeast(0.18) },
        { work: 'list of ten', intake: listLoad(stage, {}), required: atLeast(0.08) },
        {
          work: 'upload of 100 bytes',
          intake: (await uploadLoads(stage, 100, CONNECTIONS)).intake,
          required: atLeast(0.04),
        },
      ]
      const clients = [
        { name: 'fetch', client: withFetch },
        { name: 'autocannon', client: withAutocannon },
      ]
      const lines = []
      for (const { name, client } of clients)
        for (const { work, intake, required } of calls)
          lines.push(
            ...(await compareLoads(stage, {
              intake,
              client,
              bare: liveLoad(stage),
              work: `${work} beside /health/live (${name})`,
              required: name === 'fetch' ? required : null,
            })),
          )
      return lines
    },
  },
  {
    name: 'sign-in',
    measure(stage) {
      const load = {
        connections: CONNECTIONS,
        method: 'POST' as const,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: SIGN_IN.large, password: PASSWORD }),
      }
      return compareLoads(stage, {
        work: 'sign-in, 8 connections',
        bare: { ...load, url: `${stage.bare.url}/sign-in` },
        intake: { ...load, url: `${stage.intake.url}/api/auth/login` },
        required: atLeast(BEFORE),
      })
    },
  },
]
