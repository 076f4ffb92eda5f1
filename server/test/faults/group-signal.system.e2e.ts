import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, expect, it } from 'vitest'
import { findPostmaster } from '../../platform/database/postgres-server.ts'
import { makeScratchFolder } from '../../platform/database/scratch-postgres.ts'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { signIn } from '../support/factories.ts'
import { startChild, type Child } from '../support/processes.ts'
import { TEST_ADMIN } from '../support/server.ts'
import { beginUpload } from '../support/uploads.ts'
import { statement } from './load.ts'

const dataDir = await makeScratchFolder()
let server: Child | undefined

afterEach(() => server?.stop())
afterAll(() => rm(dataDir, { recursive: true, force: true }))

async function start(args: string[], program?: string): Promise<{ url: string; log: string[] }> {
  const log: string[] = []
  const env = {
    DATABASE_URL: undefined,
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: TEST_ADMIN.password,
    SEED_DEMO: '1',
    PORT: '0',
    LOG_LEVEL: 'info',
  }
  server = await startChild(args, env, (line) => log.push(line), program)
  return { url: server.url, log }
}

const isListening = (url: string): Promise<boolean> =>
  fetch(`${url}/api/health/live`).then(
    () => true,
    () => false,
  )

it.each(['SIGINT', 'SIGTERM'] as const)(
  'finishes an upload and closes PostgreSQL when `npm start` and all its processes receive %s',
  async (signal) => {
    const { url } = await start(['start'], 'npm')
    const content = statement()
    const session = await openFormSession(url)
    const finish = await beginUpload(url, session, content)
    const stored = () => readdir(path.join(dataDir, 'files/documents')).catch(() => [])
    await expect.poll(stored).toContainEqual(expect.stringMatching(/^\./))

    const exited = server?.signalGroup(signal)
    while (await isListening(url)) await delay(20)
    const { status, body } = await finish()
    expect([status, body]).toEqual([200, expect.objectContaining({ status: 'success' })])
    expect(await exited).toBe(0)
    expect(await findPostmaster(path.join(dataDir, 'postgres'))).toBeNull()

    const next = await start(['dist/server.mjs'])
    expect(next.log.filter((line) => line.includes('took over'))).toEqual([])
    expect(await submitApplication(next.url, session)).toMatchObject({ status: 200 })
    const authorization = `Bearer ${await signIn(next.url, TEST_ADMIN.email)}`
    const kept = await fetch(`${next.url}${String(body.url)}`, { headers: { authorization } })
    expect(Buffer.from(await kept.arrayBuffer()).equals(content)).toBe(true)
    expect(await server?.stop()).toBe(0)
  },
)
