import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { findPostmaster } from '../../database/postgres-server.ts'
import { makeScratchFolder } from '../../database/scratch-postgres.ts'
import { call, signIn } from '../support/factories.ts'
import { startChild, type Child } from '../support/processes.ts'
import { TEST_ADMIN } from '../support/server.ts'
import { expectNothingLost, startLoad } from './load.ts'

const dataDir = await makeScratchFolder()
let server: Child | undefined

afterAll(async () => {
  await server?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

it('an immediate stop of PostgreSQL in mid-load loses and doubles nothing, and is healed without a hand', async () => {
  const { url } = (server = await startChild(['dist/server.mjs'], {
    DATABASE_URL: undefined,
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: TEST_ADMIN.password,
    SEED_DEMO: '1',
    PORT: '0',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'fatal',
  }))
  const load = startLoad(url)
  await load.until(() => load.accepted() >= 5)

  const postmaster = await findPostmaster(path.join(dataDir, 'postgres'))
  expect(postmaster).not.toBeNull()
  process.kill(postmaster?.pid ?? 0, 'SIGQUIT')
  await load.until(() => load.refusals.length > 0)
  const accepted = load.accepted()
  await load.until(() => load.accepted() >= accepted + 5)
  await load.stop()

  expect((await findPostmaster(path.join(dataDir, 'postgres')))?.pid).not.toBe(postmaster?.pid)
  await expectNothingLost(url, dataDir, load)
  expect((await call(url, 'GET', '/health/ready')).status).toBe(200)

  // The jobs of before the stop are done too.
  const token = await signIn(url, TEST_ADMIN.email)
  const withoutPdf = async () => {
    const { body } = await call(url, 'GET', '/form/submissions', { token })
    return (body.data as { pdfPath: string | null }[]).filter(({ pdfPath }) => pdfPath === null).length
  }
  await expect.poll(withoutPdf, { timeout: 60_000, interval: 300 }).toBe(0)
}, 120_000)
