import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { startChild, type Child } from '../support/processes.ts'

const ADMIN = { email: 'admin@example.com', password: 'correct-horse-1' }
const SESSIONS = 40
const AT_ONCE = 8

let dataDir = ''
let server: Child | undefined

const start = (): Promise<Child> =>
  startChild(['dist/server.mjs'], {
    DATABASE_URL: undefined,
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: ADMIN.password,
    SEED_DEMO: '1',
    PORT: '0',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'fatal',
  })

afterAll(async () => {
  await server?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function listed(url: string): Promise<{ id: string; pdfPath: string | null }[]> {
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  const { data } = (await login.json()) as { data: { token: string } }
  const answer = await fetch(`${url}/api/form/submissions`, {
    headers: { authorization: `Bearer ${data.token}` },
  })
  return ((await answer.json()) as { data: { id: string; pdfPath: string | null }[] }).data
}

it('loses and doubles no acknowledged application when the process group is killed in mid-submit', async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'intake-kill-'))
  server = await start()
  const { url } = server
  const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => openFormSession(url)))
  const acknowledged = new Set<string>()
  const waiting = [...sessions]
  const applicant = async () => {
    for (let session = waiting.shift(); session; session = waiting.shift()) {
      try {
        const { status, body } = await submitApplication(url, session)
        if (status === 200 && body.data) acknowledged.add(body.data.id)
      } catch (error) {
        // The connection broke: this applicant was told nothing and will try again.
        if (!(error instanceof TypeError)) throw error
      }
    }
  }
  const applicants = Array.from({ length: AT_ONCE }, applicant)
  while (acknowledged.size < SESSIONS / 4) await new Promise((resolve) => setTimeout(resolve, 5))
  await server.killGroup()
  await Promise.all(applicants)
  expect(acknowledged.size).toBeLessThan(SESSIONS)

  server = await start()
  const healed = await listed(server.url)
  const ids = healed.map((row) => row.id)
  expect(new Set(ids).size).toBe(ids.length)
  expect([...acknowledged].filter((id) => !ids.includes(id))).toEqual([])

  // Everybody tries again under the same session: each application is there once.
  for (const session of sessions) {
    const { status, body } = await submitApplication(server.url, session)
    expect(body).toMatchObject({ status: 'success' })
    expect(status).toBe(200)
  }
  const after = (await listed(server.url)).map((row) => row.id)
  expect(after.toSorted()).toEqual(sessions.map((session) => session.split('.')[0]).toSorted())

  // The jobs of before the kill are done too.
  await expect
    .poll(async () => (await listed(server?.url ?? '')).filter((row) => row.pdfPath === null).length, {
      timeout: 60_000,
      interval: 500,
    })
    .toBe(0)
}, 120_000)
