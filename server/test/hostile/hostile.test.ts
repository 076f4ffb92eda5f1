import pg from 'pg'
import { randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../support/database.ts'
import { call } from '../support/factories.ts'
import { startHostileServer } from './hostile-server.ts'
import { HOSTILE_TABLE } from './hostile-table.ts'

const MEGABYTE = 1024 * 1024
const MAY_GROW = 150 * MEGABYTE

const { url: databaseUrl, adminUrl } = await testDatabase()
const server = await startHostileServer({
  DATABASE_URL: databaseUrl,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
})
const database = new pg.Client({ connectionString: adminUrl })
await database.connect()
afterAll(async () => {
  await database.end()
  await server.stop()
})

/** Rows of all tables but those that count on purpose. */
async function rows(): Promise<Record<string, number>> {
  const tables = await database.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'
     AND tablename NOT IN ('AuditEntry', 'ThrottleBucket')`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables.rows) {
    const { rows: found } = await database.query<{ count: number }>(`SELECT count(*)::int FROM "${name}"`)
    counts[name] = found[0]?.count ?? 0
  }
  return counts
}

const before = { files: await server.files(), rows: await rows(), memory: await server.memory() }

describe('what is hostile', () => {
  it('is at least ninety things, each under a name of its own', () => {
    const names = HOSTILE_TABLE.map(({ name }) => name)
    expect(names.length).toBeGreaterThanOrEqual(90)
    expect(new Set(names).size).toBe(names.length)
  })

  it.each(HOSTILE_TABLE.map((row) => [row.name, row] as const))(
    '%s',
    async (_name, { send, status, code }) => {
      const answer = await send(server.target)
      expect(answer.status).toBe(status)
      const body = envelopeOf(answer.text)
      expect(body).toEqual({ status: 'error', error: expect.stringMatching(/\S/), code })
      expect(answer.text).not.toMatch(/node_modules|at \w+ \(|prisma|zod|SELECT /i)
    },
    60_000,
  )
})

describe('after all of it', () => {
  it('the server answers, and nothing is left behind', async () => {
    const { url, token } = server.target
    expect((await call(url, 'GET', '/health/ready')).status).toBe(200)
    expect((await call(url, 'GET', '/user/me', { token })).status).toBe(200)
    await expect
      .poll(async () => ({ files: await server.files(), rows: await rows() }))
      .toEqual({
        files: before.files,
        rows: before.rows,
      })
  })

  it('the log tells of no fault of ours', () => {
    expect(server.faults).toEqual([])
  })

  it.runIf(process.platform === 'linux')('it takes no more memory than before', async () => {
    const grown = (await server.memory()) - before.memory
    expect(grown).toBeLessThan(MAY_GROW)
  })
})

/** The envelope, over tRPC the part of its answer that holds it, without what is added to it. */
function envelopeOf(text: string): unknown {
  const body: unknown = JSON.parse(text)
  const [first] = Array.isArray(body) ? body : [body]
  const { error, ...rest } = first as { error: unknown; status?: string }
  if (typeof error !== 'object' || error === null) {
    const { fields: _fields, ...envelope } = { error, ...rest } as Record<string, unknown>
    return envelope
  }
  const { status, error: sentence, errorCode } = error as Record<string, unknown>
  return { status, error: sentence, code: errorCode }
}
