import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { claimCall } from '../auth/idempotent-calls.ts'
import { sweep } from '../jobs/sweep.job.ts'
import { call, makeCompanyAdmin, signIn } from '../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../test/support/server.ts'

const { url, services } = await startTestServer({ seedDemo: false })
const { databaseUrl, dataDir, encryptionKey } = services.config
const other = await startTestServer({ seedDemo: false, databaseUrl, dataDir, encryptionKey })
const token = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)

type Sent = { at?: string; key?: string; as?: string }
const create = (name: string, { at = url, key, as = token }: Sent = {}) =>
  call(at, 'POST', '/company/create', {
    token: as,
    body: { nameIn: name, nameOut: name },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  })
const { write: db } = services.db.system('test')
const companies = (nameIn: string) => db((client) => client.company.count({ where: { nameIn } }))
const idOf = ({ body }: { body: Record<string, unknown> }) => (body.data as { id: string }).id
const expire = (at: 'lockedUntil' | 'expiresAt') =>
  db((client) => client.idempotentCall.updateMany({ data: { [at]: new Date(0) } }))

describe('a creating call with an Idempotency-Key', () => {
  it('gives a repetition the first answer, on any server, for the key in quotes or bare', async () => {
    const key = randomUUID()
    const first = await create('Once', { key })
    const again = await create('Once', { key: `"${key}"`, at: other.url })
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await companies('Once')).toBe(1)
  })

  it('creates one record for 20 calls at once on two servers', async () => {
    const key = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create('Rush', { key, at: index % 2 ? other.url : url })),
    )
    const done = answers.filter(({ status }) => status === 200)
    expect(done.length).toBeGreaterThan(0)
    expect(new Set(done.map(idOf)).size).toBe(1)
    for (const { status, body, headers } of answers.filter((answer) => !done.includes(answer))) {
      expect([status, body.code]).toEqual([409, 'in_progress'])
      expect(headers.get('retry-after')).toBe('2')
    }
    expect(await companies('Rush')).toBe(1)
  })

  it('rejects the key with another body, and keeps keys of callers and calls apart', async () => {
    const key = randomUUID()
    const acme = idOf(await create('First', { key }))
    const otherBody = await create('Second', { key })
    expect([otherBody.status, otherBody.body.code]).toEqual([422, 'idempotency_conflict'])
    const boss = await makeCompanyAdmin(services, acme)
    const theirs = await create('Second', { key, as: await signIn(url, boss.email) })
    expect(theirs.status).toBe(403)
    const headers = { 'idempotency-key': key }
    const body = { name: 'A team', companyId: acme }
    expect((await call(url, 'POST', '/team/create', { token, headers, body })).status).not.toBe(422)
  })

  it('gives no answer to a caller who has lost the permission since', async () => {
    const key = randomUUID()
    const company = idOf(await create('Home'))
    const { id, ...boss } = await makeCompanyAdmin(services, company)
    const as = await signIn(url, boss.email)
    const add = () =>
      call(url, 'POST', '/team/create', {
        token: as,
        body: { name: 'T' },
        headers: { 'idempotency-key': key },
      })
    expect((await add()).status).toBe(200)
    await db((client) => client.user.update({ where: { id }, data: { roleId: null } }))
    expect((await add()).status).toBe(403)
  })

  it('frees the key when the call fails, so that a corrected one may use it', async () => {
    const key = randomUUID()
    expect((await create('', { key })).status).toBe(400)
    expect((await create('Corrected', { key })).status).toBe(200)
  })

  it('rejects keys that are empty, too long or no string', async () => {
    for (const key of ['', '""', 'two words', 'a"b', '"open', 'k'.repeat(256), `"${'k'.repeat(256)}"`]) {
      const { status, body } = await create('Invalid', { key })
      expect([status, Object.keys(body.fields ?? {})], key).toEqual([400, ['Idempotency-Key']])
    }
    expect((await create('Longest', { key: 'k'.repeat(255) })).status).toBe(200)
  })

  it('may use the key again after 24 hours, when the sweep has removed the answer', async () => {
    const key = randomUUID()
    await create('Daily', { key })
    await expire('expiresAt')
    await create('Daily', { key })
    expect(await companies('Daily')).toBe(2)
    await expire('expiresAt')
    await sweep(services)
    expect(await db((client) => client.idempotentCall.count())).toBe(0)
  })

  it('stores nothing readable of key, body and answer', async () => {
    const key = `secret-${randomUUID()}`
    await create('Readable nowhere', { key })
    const rows = await db(
      (client) => client.$queryRaw<{ text: string }[]>`
      SELECT (call.*)::text || encode("answer", 'escape') AS "text" FROM "IdempotentCall" AS call`,
    )
    for (const { text } of rows) expect(text).not.toMatch(/secret-|Readable/)
  })
})

describe('a call whose server dies', () => {
  const die = async (key: string, name: string, reached: 'nothing' | 'commit') => {
    const actor = await services.sessions.findActor(token)
    if (!actor) throw new Error('nobody is signed in')
    const body = JSON.stringify({ nameIn: name, nameOut: name })
    const claim = await claimCall(services, { actor, route: 'company.create', key, body })
    if ('answer' in claim) throw new Error('answered already')
    const attempt = { ...actor, attempt: claim.attempt }
    const make = () =>
      services.db.as(attempt).write(async (tx) => {
        const { id } = await tx.company.create({ data: { nameIn: name, nameOut: name } })
        await tx.auditEntry.createMany({ data: { act: 'company-created', objectId: id } })
        return id
      })
    return { make, made: reached === 'commit' ? await make() : '' }
  }

  it('is taken over once its lock is over, and can then change nothing any more', async () => {
    const key = randomUUID()
    const { make } = await die(key, 'Slow', 'nothing')
    expect((await create('Slow', { key })).body.code).toBe('in_progress')
    await expire('lockedUntil')
    expect((await create('Slow', { key, at: other.url })).status).toBe(200)
    await expect(make()).rejects.toThrow()
    expect(await companies('Slow')).toBe(1)
  })

  it('is not repeated after its commit: the answer names the record', async () => {
    const key = randomUUID()
    const { made } = await die(key, 'Lost', 'commit')
    await expire('lockedUntil')
    const { status, body } = await create('Lost', { key })
    expect([status, body.code, body.error]).toEqual([409, 'conflict', expect.stringContaining(made)])
    expect(await companies('Lost')).toBe(1)
  })
})
