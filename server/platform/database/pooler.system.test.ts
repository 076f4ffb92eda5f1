import { isRecord } from '#domain/json'
import { EVENT_TYPES } from '#domain/webhook-events'
import pg from 'pg'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { destroyDue } from '../../retention/destroy.service.ts'
import { answer, startReceiver } from '../../events/webhooks/webhook.fixture.ts'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { testDatabase } from '../../test/support/database.ts'
import { call, makeCompany, makeCompanyAdmin, makeLink, signIn } from '../../test/support/factories.ts'
import { startPgbouncer } from '../../test/support/pgbouncer.ts'
import { startTestServer } from '../../test/support/server.ts'
import { SMALL_PDF, upload } from '../../test/support/uploads.ts'

const CONNECTIONS = 4
const { url: databaseDirectUrl } = await testDatabase()
const databaseUrl = await startPgbouncer(databaseDirectUrl, CONNECTIONS)
const { url, services } = await startTestServer({
  databaseUrl,
  databaseDirectUrl,
  role: 'all',
  seedDemo: false,
  allowPrivateWebhooks: true,
})

async function tenant(name: string) {
  const company = await makeCompany(services, { nameIn: name, nameOut: name })
  const { slug } = await makeLink(services, company.id)
  const token = await signIn(url, (await makeCompanyAdmin(services, company.id)).email)
  const rest = (method: string, path: string, body?: object) =>
    call(url, method, path, { token, ...(body && { body }) })
  const get = (path: string) => fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  const apply = async (legalName = name) => {
    const session = await openFormSession(url, slug)
    const sent = await upload(url, { headers: { 'x-form-session': session } })
    expect(sent.status).toBe(200)
    const { status, body } = await submitApplication(url, session, { legalName }, slug)
    expect([status, body.error]).toEqual([200, undefined])
    return { id: body.data?.id ?? '', file: String(sent.body.url).replace('/api', '') }
  }
  return { company, rest, get, apply }
}

let alpha: Awaited<ReturnType<typeof tenant>>
let beta: Awaited<ReturnType<typeof tenant>>
beforeAll(async () => {
  ;[alpha, beta] = await Promise.all([tenant('Alpha'), tenant('Beta')])
})

describe('through pgbouncer in transaction mode', () => {
  it('an application with a file is stored, listed, printed, exported and sent to a webhook', async () => {
    const receiver = await startReceiver()
    receiver.respond = answer(204)
    const made = await alpha.rest('POST', '/webhook/create', { url: receiver.url, events: EVENT_TYPES })
    expect(made.status).toBe(200)
    const { id, file: path } = await alpha.apply('Alpha')

    const list = await alpha.rest('GET', '/form/submissions')
    expect(list.body).toMatchObject({ total: 1, data: [{ id, company: { nameOut: 'Alpha' } }] })
    const found = await alpha.rest('GET', `/form/submissions?filter=${encodeURIComponent('{"q":"alph"}')}`)
    expect(found.body).toMatchObject({ total: 1 })
    const file = await alpha.get(path)
    expect(Buffer.from(await file.arrayBuffer()).equals(SMALL_PDF)).toBe(true)
    await vi.waitFor(async () => expect((await alpha.get(`/form/pdf/${id}`)).status).toBe(200), 20_000)
    expect(await (await alpha.get('/form/export')).text()).toContain('Alpha')
    await vi.waitFor(() => expect(receiver.received.some(({ body }) => body.includes(id))).toBe(true), 20_000)
    expect((await beta.rest('GET', `/form/submissions/${id}`)).status).toBe(404)
  })

  it('shows nobody a row of another company while both read and write at once', async () => {
    const visit = async (who: typeof alpha, name: string, round: number) => {
      if (round % 5 === 0) await who.apply(name)
      const { body, status } = await who.rest('GET', '/form/submissions')
      expect(status).toBe(200)
      const rows = Array.isArray(body.data) ? body.data.filter(isRecord) : []
      const others = rows.filter(({ company }) => !isRecord(company) || company.nameOut !== name)
      expect([rows.length > 0, others]).toEqual([true, []])
      const { body: users } = await who.rest('GET', '/user/get')
      expect(Array.isArray(users.data) && users.data.length).toBe(1)
      const counts = await who.rest('GET', '/form/submissions/counts')
      expect(counts.status).toBe(200)
    }
    const loop = async (who: typeof alpha, name: string) => {
      for (let round = 0; round < 20; round += 1) await visit(who, name, round)
    }
    const readers = Array.from({ length: 4 }, () => [loop(alpha, 'Alpha'), loop(beta, 'Beta')])
    await Promise.all(readers.flat())
  })

  it('vacuums the tables of destroyed submissions', async () => {
    const old = await alpha.apply('Alpha')
    await services.db.system('test').write((client) =>
      client.company.update({
        where: { id: alpha.company.id },
        data: { retentionDays: 30, retentionFrom: new Date(0) },
      }),
    )
    const logged: unknown[] = []
    const log = { ...services.log, warn: (...line: unknown[]) => void logged.push(line) }
    const later = new Date(Date.now() + 40 * 86_400_000)
    const gone: string[] = []
    await destroyDue({ ...services, log }, later, ({ id }) => gone.push(id))
    expect([gone.includes(old.id), logged]).toEqual([true, []])
  })

  it('leaves no setting on the shared connections, and without a scope nothing is visible', async () => {
    const many = Array.from({ length: CONNECTIONS * 4 })
    await Promise.all(many.map(() => services.db.system('test').write((client) => client.company.count())))
    const seen = await Promise.all(many.map(() => services.db.connections.tenant.client().company.count()))
    expect(new Set(seen)).toEqual(new Set([0]))
    const raw = new pg.Pool({ connectionString: databaseUrl, max: CONNECTIONS })
    const unset = await Promise.all(many.map(() => raw.query('SELECT "id" FROM "Company"')))
    expect(unset.flatMap(({ rows }) => rows)).toEqual([])
    await raw.end()
  })

  it('commits synchronously, keeps its time limits and names no statement', async () => {
    const { db } = services
    const settings = await db.connections.tenant.client()
      .$queryRaw`SELECT current_setting('synchronous_commit') AS commit,
      current_setting('statement_timeout') AS timeout, current_setting('intake.scope') AS scope,
      (SELECT count(*)::int FROM pg_prepared_statements) AS prepared`
    expect(settings).toEqual([{ commit: 'on', timeout: '10s', scope: '', prepared: 0 }])
    for (let round = 0; round < 10; round += 1) await db.connections.system.client().company.count()
    expect(await db.connections.system.client().$queryRaw`SELECT name FROM pg_prepared_statements`).toEqual(
      [],
    )
  })

  it('takes back a transaction that fails, and says what a single statement has done wrong', async () => {
    const { db } = services
    const failed = db.system('test').write(async (tx) => {
      await tx.company.create({ data: { nameIn: 'Gone', nameOut: 'Gone' } })
      await tx.$executeRaw`SELECT 1 / 0`
    })
    await expect(failed).rejects.toThrow(/division by zero/)
    await expect(db.connections.system.client().$queryRaw`SELECT 1 / 0`).rejects.toThrow(/division by zero/)
    await expect(
      db.connections.tenant.client().company.create({ data: { nameIn: 'No', nameOut: 'No' } }),
    ).rejects.toThrow(/row-level security/)
    expect(
      await db.connections.system.client().company.count({ where: { nameIn: { in: ['Gone', 'No'] } } }),
    ).toBe(0)
  })
})
