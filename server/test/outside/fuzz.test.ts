import { beforeAll, describe, expect, it } from 'vitest'
import { call } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'
import { fuzz, type FuzzReport } from './fuzz/fuzzer.ts'

/** A short run of `npm run outside:fuzz`, the same each time. */
const REQUESTS = 450
const SEED = 20_261_121

const { url, log } = await startTestServer()
let report: FuzzReport

beforeAll(async () => {
  report = await fuzz({ url, keeper: TEST_ADMIN, requests: REQUESTS, seed: SEED })
}, 180_000)

describe('requests of every kind to every call of the document', () => {
  it('get no 5xx, nothing outside the envelope and the document, nothing of another company', () => {
    expect(report.findings).toEqual([])
    expect(report.sent).toBeGreaterThanOrEqual(REQUESTS)
  })

  it('get past the door: successes and refusals of many kinds', () => {
    for (const status of [200, 400, 401, 403, 404])
      expect(report.statuses.get(status) ?? 0).toBeGreaterThan(2)
    // Fewer, as two requests must meet at one record.
    expect(report.statuses.get(409) ?? 0).toBeGreaterThan(0)
  })

  it('leave no error in the log, and a server that serves', async () => {
    expect(log.filter((line) => /"level":(50|60)/.test(line))).toEqual([])
    expect((await call(url, 'GET', '/health/ready')).status).toBe(200)
  })
})
