import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { eventually } from '../../jobs/jobs.fixture.ts'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  makeRole,
  makeUser,
  signIn,
} from '../../test/support/factories.ts'
import { mailsTo } from '../../test/support/mails.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'
import { EVENT_TYPES } from '#domain/webhook-events'
import { answer, startReceiver, type Answer, type Received } from './webhook.fixture.ts'

const { url, services } = await startTestServer({ seedDemo: false, role: 'all', allowPrivateWebhooks: true })
const { write: system } = services.db.system('test')

type Made = { id: string; secret: string; updatedAt: string }

async function tenant() {
  const company = await makeCompany(services, { notifyEmails: 'it@acme.example.com' })
  const { slug } = await makeLink(services, company.id)
  const boss = await makeCompanyAdmin(services, company.id)
  const token = await signIn(url, boss.email)
  const rest = async <T>(method: string, path: string, body?: object) => {
    const answered = await call(url, method, path, { token, ...(body && { body }) })
    return { status: answered.status, data: answered.body.data as T, error: answered.body.error }
  }
  const receiver = await startReceiver()
  const { data: webhook } = await rest<Made>('POST', '/webhook/create', {
    url: receiver.url,
    events: EVENT_TYPES,
  })
  const apply = async () => {
    const session = await openFormSession(url, slug)
    const { body } = await submitApplication(url, session, {}, slug)
    return body.data?.id ?? ''
  }
  const move = async (id: string, status: string) => {
    const { updatedAt } = await system((db) => db.submissionDesk.findUniqueOrThrow({ where: { id } }))
    const body = { status, updatedAt: updatedAt.toISOString() }
    expect((await rest('PUT', `/form/submissions/${id}/status`, body)).status).toBe(200)
  }
  const ofSubmission = async (id: string) => {
    const { data } = await rest<{ id: string; type: string; data: { submissionId: string } }[]>(
      'GET',
      '/events',
    )
    return data.filter(({ data: { submissionId } }) => submissionId === id)
  }
  return { company, boss, receiver, webhook, rest, apply, move, ofSubmission }
}

/** As if the time to the next attempt were over. */
const hurry = (webhookId: string) =>
  system(async (db) => {
    await db.webhookDelivery.updateMany({ where: { webhookId }, data: { nextAt: new Date() } })
    await db.$executeRaw`SELECT intake_queue_deliveries(${webhookId})`
  })

const failures = async (webhookId: string) =>
  (await system((db) => db.webhookDelivery.findMany({ where: { webhookId, attempts: { gt: 0 } } }))).map(
    ({ failure }) => failure,
  )

const verify = (secret: string, { body, headers }: Received) => new Webhook(secret).verify(body, headers)
const of = (submission: string, received: Received[]) =>
  received.filter(({ body }) => body.includes(submission))
const ids = (received: Received[]) => received.map(({ headers }) => headers['webhook-id'])

it(
  'sends every event at least once, in order and with the same id, to a receiver that fails, redirects, times out and recovers',
  { timeout: 120_000 },
  async () => {
    const { receiver, webhook, apply, move, ofSubmission } = await tenant()
    const wrong: Record<string, Answer> = {
      HTTP_ERROR: answer(500),
      REDIRECT: answer(302, { location: `${receiver.url}/elsewhere` }),
      ECONNRESET: (response) => response.destroy(),
      ETIMEDOUT: () => {},
    }
    receiver.respond = wrong.HTTP_ERROR ?? answer(500)
    const id = await apply()
    await move(id, 'in_review')
    await eventually(async () => (await ofSubmission(id)).some(({ type }) => type === 'pdf.ready'))
    for (const [failure, respond] of Object.entries(wrong)) {
      receiver.respond = respond
      await hurry(webhook.id)
      // An answer is waited for 10 s.
      await eventually(async () => (await failures(webhook.id)).includes(failure), 40)
    }
    // While the first one waits, no later event of this submission is sent.
    const [first] = ids(receiver.received)
    expect(new Set(ids(receiver.received))).toEqual(new Set([first]))
    expect(receiver.received.every(({ path }) => path === '/hook')).toBe(true)

    receiver.respond = answer(204)
    await hurry(webhook.id)
    const events = await ofSubmission(id)
    await eventually(async () => ids(receiver.received).includes(events.at(-1)?.id))
    expect([...new Set(ids(receiver.received))]).toEqual(events.map((event) => event.id))
    expect(events.map(({ type }) => type).toSorted()).toEqual(
      ['submission.created', 'submission.status_changed', 'pdf.ready'].toSorted(),
    )
    for (const each of receiver.received) {
      const event = events.find((one) => one.id === each.headers['webhook-id'])
      expect({ id: event?.id, ...(verify(webhook.secret, each) as object) }).toEqual(event)
    }
    expect(receiver.received[0]?.body).not.toMatch(/name|email|phone/i)
  },
)

it('goes on with other submissions while one waits, and reads no more than 64 KB of an answer', async () => {
  const { receiver, webhook, apply, rest } = await tenant()
  const stuck = await apply()
  await eventually(async () => of(stuck, receiver.received).length > 0)
  let written = 0
  receiver.respond = (response, { body }) => {
    if (body.includes(stuck)) return void response.writeHead(500).end()
    response.writeHead(200)
    const flood = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16 * 1024))) written += 16 * 1024
    }
    response.on('drain', flood)
    flood()
  }
  await rest('POST', `/form/submissions/${stuck}/notes`, { text: 'nothing to tell' })
  const other = await apply()
  await eventually(async () => {
    const done = await system((db) =>
      db.webhookDelivery.count({ where: { submissionId: other, state: 'delivered' } }),
    )
    return done > 0
  })
  expect(written).toBeLessThan(8 * 1024 * 1024)
  expect(webhook.secret).toMatch(/^whsec_/)
})

it('signs with both secrets for a day after a rotation', async () => {
  const { receiver, webhook, rest } = await tenant()
  const rotated = await rest<Made>('POST', `/webhook/rotate/${webhook.id}`)
  const test = () => rest<{ status: number; failure: null }>('POST', `/webhook/test/${webhook.id}`)
  expect((await test()).data).toMatchObject({ status: 204, failure: null })
  const [sent] = receiver.received.splice(0)
  if (!sent) throw new Error('nothing was sent')
  expect(verify(webhook.secret, sent)).toMatchObject({
    type: 'webhook.test',
    data: { webhookId: webhook.id },
  })
  expect(verify(rotated.data.secret, sent)).toBeTruthy()
  const { previousUntil } = await system((db) => db.webhook.findUniqueOrThrow({ where: { id: webhook.id } }))
  expect((previousUntil?.getTime() ?? 0) - Date.now()).toBeGreaterThan(23 * 3_600_000)
  await system((db) => db.webhook.update({ where: { id: webhook.id }, data: { previousUntil: new Date() } }))
  await test()
  const [later] = receiver.received
  if (!later) throw new Error('nothing was sent')
  expect(() => verify(webhook.secret, later)).toThrow()
  expect(verify(rotated.data.secret, later)).toBeTruthy()
})

it('is switched off after 48 hours of failures, with a mail and an audit entry, and goes on when it is on again', async () => {
  const { receiver, webhook, rest, apply, boss } = await tenant()
  receiver.respond = answer(503)
  const id = await apply()
  await eventually(async () => (await failures(webhook.id)).length > 0)
  await system(
    (db) =>
      db.$executeRaw`UPDATE "WebhookDelivery" SET "startedAt" = now() - interval '49 hours' WHERE "webhookId" = ${webhook.id}`,
  )
  await hurry(webhook.id)
  const row = async () =>
    (await rest<{ active: boolean; waiting: number }>('GET', `/webhook/get/${webhook.id}`)).data
  await eventually(async () => !(await row()).active)
  const acts = () =>
    system((db) => db.auditEntry.findMany({ where: { objectId: webhook.id, act: 'webhook-disabled' } }))
  expect(await acts()).toHaveLength(1)
  const mails = () => mailsTo(services, `it@acme.example.com, ${boss.email}`)
  await eventually(async () => (await mails()).some((mail) => mail.includes('switched off')))

  const sent = receiver.received.length
  receiver.respond = answer(204)
  await apply()
  await hurry(webhook.id)
  expect(receiver.received).toHaveLength(sent)
  expect((await rest('PUT', `/webhook/update/${webhook.id}`, { active: true })).status).toBe(200)
  await eventually(async () => (await row()).waiting === 0)
  expect(ids(of(id, receiver.received)).length).toBeGreaterThan(1)
})

it('sends a delivered event again with its id, and what a killed process did not finish', async () => {
  const { receiver, webhook, rest, apply, ofSubmission } = await tenant()
  const id = await apply()
  await eventually(async () => (await ofSubmission(id)).some(({ type }) => type === 'pdf.ready'))
  const log = async () =>
    (await rest<{ id: string; eventId: string; state: string }[]>('GET', `/webhook/deliveries/${webhook.id}`))
      .data
  await eventually(async () => (await log()).every(({ state }) => state === 'delivered'))
  const [first] = (await log()).toReversed()
  receiver.received.length = 0
  expect((await rest('POST', `/webhook/resend/${first?.id}`)).data).toMatchObject({ state: 'pending' })
  await eventually(async () => receiver.received.length > 0)
  expect(ids(receiver.received)).toEqual([first?.eventId])
  await eventually(async () => (await log()).every(({ state }) => state === 'delivered'))

  // Sent, but neither recorded nor queued.
  await system(async (db) => {
    const data = { state: 'pending', nextAt: new Date() } as const
    await db.webhookDelivery.updateMany({ where: { id: first?.id }, data })
    await db.$executeRaw`SELECT graphile_worker.add_job('sweep', '{}')`
  })
  await eventually(async () => receiver.received.length > 1)
  expect(ids(receiver.received)).toEqual([first?.eventId, first?.eventId])
})

it('gives two companies none of each other’s events, and an administrator’s webhook those of all', async () => {
  const [mine, other] = [await tenant(), await tenant()]
  const receiver = await startReceiver()
  const token = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
  const made = await call(url, 'POST', '/webhook/create', {
    token,
    body: { url: receiver.url, events: ['submission.created'] },
  })
  expect(made.body.data).toMatchObject({ company: null })
  const [one, two] = [await mine.apply(), await other.apply()]
  await eventually(async () => of(one, receiver.received).length + of(two, receiver.received).length === 2)
  await eventually(
    async () => of(one, mine.receiver.received).length > 0 && of(two, other.receiver.received).length > 0,
  )
  expect(of(two, mine.receiver.received)).toEqual([])
  expect(of(one, other.receiver.received)).toEqual([])
  expect(await mine.ofSubmission(two)).toEqual([])
  expect((await mine.rest<unknown[]>('GET', '/webhook/get')).data).toHaveLength(1)
  expect((await other.rest('GET', `/webhook/deliveries/${mine.webhook.id}`)).status).toBe(404)
})

it('keeps no other company waiting for receivers that answer nothing', { timeout: 120_000 }, async () => {
  const [slow, other] = [await tenant(), await tenant()]
  slow.receiver.respond = () => {}
  for (let more = 0; more < 5; more++)
    await slow.rest('POST', '/webhook/create', { url: slow.receiver.url, events: EVENT_TYPES })
  const stuck = await slow.apply()
  await eventually(async () => of(stuck, slow.receiver.received).length > 0)
  const id = await other.apply()
  await eventually(async () => of(id, other.receiver.received).length > 0, 15)
  expect(await failures(slow.webhook.id)).toEqual([])
  slow.receiver.respond = answer(204)
})

it.each([
  ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'],
  ['sends interim answers without end', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)],
])('gives a receiver up that %s', async (_what, sent) => {
  const { receiver, webhook, rest } = await tenant()
  receiver.respond = (response) => void response.socket?.write(sent)
  const { data } = await rest('POST', `/webhook/test/${webhook.id}`)
  expect(data).toMatchObject({ status: null, failure: 'ECONNRESET' })
})

type Shown = { makerLost: boolean; active: boolean; waiting: number; createdBy: string }

it('stops with its maker, mails the admins once, and sends all that waited once another has taken it over', async () => {
  const { company, boss, receiver, webhook, rest, apply } = await tenant()
  const taker = await makeCompanyAdmin(services, company.id)
  const token = await signIn(url, taker.email)
  const path = `/webhook/get/${webhook.id}`
  const show = async () => (await call(url, 'GET', path, { token })).body.data as Shown
  const takeOver = () => call(url, 'POST', `/webhook/take-over/${webhook.id}`, { token })
  const plain = await makeRole(services, { companyId: company.id, permissions: ['page:forms'] })
  const lose = (data: object) => system((db) => db.user.update({ where: { id: boss.id }, data }))
  expect((await takeOver()).status).toBe(409)
  const sent = receiver.received.length
  await lose({ roleId: plain.id })
  const id = await apply()
  const mails = async () =>
    (await mailsTo(services, taker.email)).filter((mail) => mail.includes('can no longer manage webhooks'))
  await eventually(async () => (await mails()).length > 0)
  await apply()
  await hurry(webhook.id)
  const on = await call(url, 'PUT', `/webhook/update/${webhook.id}`, { token, body: { active: true } })
  expect(on).toMatchObject({ status: 409, body: { error: expect.stringContaining('Take it over') } })
  // As a node of the release before switches it on.
  await system((db) => db.webhook.update({ where: { id: webhook.id }, data: { stoppedAt: null } }))
  await eventually(async () => {
    const stored = await system((db) => db.webhook.findUniqueOrThrow({ where: { id: webhook.id } }))
    return stored.stoppedAt !== null
  })
  expect(receiver.received).toHaveLength(sent)
  expect(await mails()).toHaveLength(1)

  expect((await rest('POST', `/webhook/take-over/${webhook.id}`)).status).toBe(403)
  expect((await takeOver()).body.data).toMatchObject({
    makerLost: false,
    active: true,
    createdBy: taker.name,
  })
  await eventually(async () => (await show()).waiting === 0)
  expect(of(id, receiver.received).length).toBeGreaterThan(0)
  const acts = await system((db) =>
    db.auditEntry.findMany({
      where: { objectId: webhook.id },
      orderBy: { id: 'asc' },
      select: { act: true },
    }),
  )
  expect(acts.map(({ act }) => act)).toEqual(['webhook-created', 'webhook-disabled', 'webhook-updated'])
})

it.each([
  ['is inactive', (_companyId: string) => ({ active: false })],
  ['has no role', () => ({ roleId: null })],
  ['has gone to another company', (companyId: string) => ({ companyId })],
])('shows a webhook as stopped whose maker %s, and keeps one off that was off', async (_why, loss) => {
  const { company, boss, webhook, rest } = await tenant()
  const token = await signIn(url, (await makeCompanyAdmin(services, company.id)).email)
  const show = async () => (await call(url, 'GET', '/webhook/get', { token })).body.data as Shown[]
  expect(await show()).toMatchObject([{ makerLost: false, active: true }])
  await rest('PUT', `/webhook/update/${webhook.id}`, { active: false })
  const data = loss((await makeCompany(services)).id)
  await system((db) => db.user.update({ where: { id: boss.id }, data }))
  expect(await show()).toMatchObject([{ makerLost: true, active: false, createdBy: boss.name }])
  const taken = await call(url, 'POST', `/webhook/take-over/${webhook.id}`, { token })
  expect(taken.body.data).toMatchObject({ makerLost: false, active: false })
})

it('stops when the one who named its address loses the right, whoever made it', async () => {
  const { company, apply, webhook, receiver } = await tenant()
  const mover = await makeCompanyAdmin(services, company.id)
  const elsewhere = await startReceiver()
  const token = await signIn(url, mover.email)
  const body = { url: elsewhere.url }
  const moved = await call(url, 'PUT', `/webhook/update/${webhook.id}`, { token, body })
  expect(moved.body.data).toMatchObject({ createdBy: mover.name })
  await system((db) => db.user.update({ where: { id: mover.id }, data: { active: false } }))
  await apply()
  await hurry(webhook.id)
  await eventually(async () => {
    const stored = await system((db) => db.webhook.findUniqueOrThrow({ where: { id: webhook.id } }))
    return stored.makerLostAt !== null
  })
  expect([elsewhere.received, receiver.received].map(({ length }) => length)).toEqual([0, 0])
})

it('sends no company’s events for a provider’s admin who is no longer one, and mails the others', async () => {
  const { apply, receiver: own } = await tenant()
  const admin = await makeUser(services, { isAdmin: true })
  const receiver = await startReceiver()
  const body = { url: receiver.url, events: ['submission.created'] }
  await call(url, 'POST', '/webhook/create', { token: await signIn(url, admin.email), body })
  const first = await apply()
  await eventually(async () => of(first, receiver.received).length > 0)
  await system((db) => db.user.update({ where: { id: admin.id }, data: { active: false } }))
  const second = await apply()
  await eventually(async () => of(second, own.received).length > 0)
  const mails = () => mailsTo(services, TEST_ADMIN.email)
  await eventually(async () => (await mails()).some((mail) => mail.includes('can no longer manage webhooks')))
  expect(of(second, receiver.received)).toEqual([])
})
