import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { AUDIT_ACTIONS, EVENTS, timelineActions, TIMELINE_KINDS, type EventName } from '#domain/events'
import { EVENT_TYPES, webhookFields, WEBHOOK_TYPES, type ActorKind } from '#domain/webhook-events'
import { makeReceiptToken } from '../applicant/receipt-token.ts'
import { secondSignerCalls } from '../applicant/second-signer.fixture.ts'
import { eventually } from '../jobs/jobs.fixture.ts'
import { notifyFailed } from '../jobs/notify.job.ts'
import { queueTaskMails } from '../jobs/task-mail.job.ts'
import { failPdf } from '../jobs/pdf-failure.ts'
import { recordBackup } from '../platform/backup/copy-rows.ts'
import { endChange, keyStates, switchToNext } from '../platform/rotation/rotate-keys.ts'
import { projectRoot } from '../project-root.ts'
import { SIGNED, startRequestTests } from '../requests/request.fixture.ts'
import { destroyDue } from '../retention/destroy.service.ts'
import { lockPdf } from '../statements/locked-pdf.fixture.ts'
import { makeStatement } from '../statements/reader/fixtures/statement.fixture.ts'
import { createCell, restTransport } from '../test/access/matrix-run.ts'
import { TABLE } from '../test/access/matrix-table.ts'
import { createTwin, makeWorld, type Caller } from '../test/access/matrix-world.ts'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { call, makeCompany, makeUser, signIn, TEST_PASSWORD } from '../test/support/factories.ts'
import { mailsTo } from '../test/support/mails.ts'
import { switchOtpOn } from '../test/support/one-time-code.ts'
import { upload as uploadFile } from '../test/support/uploads.ts'
import { startReceiver } from './webhooks/webhook.fixture.ts'

const { url, services, adminUrl, system, apply, answer, upload } = await startRequestTests({
  role: 'all',
  allowPrivateWebhooks: true,
  seedDemo: true,
})
const world = await makeWorld(url, services)
const token = world.callers.admin?.token ?? ''
const receiver = await startReceiver()

/** Events that need a provider of their own, and the tests that cause them. */
const ELSEWHERE = new Map<EventName, string>([
  ['sign-in-settings-changed', 'server/sign-in/sso.test.ts'],
  ['user-provisioned', 'server/sign-in/sso.test.ts'],
  ['package-code-refused', 'server/packages/open-package.test.ts'],
])
const names = Object.keys(EVENTS).filter((name): name is EventName => name in EVENTS)
const post = (path: string, body: object, by = token) => call(url, 'POST', path, { token: by, body })
const put = (path: string, body: object, by = token) => call(url, 'PUT', path, { token: by, body })
const deskOf = (id: string) => system((db) => db.submissionDesk.findUniqueOrThrow({ where: { id } }))
const entriesOf = (act: string) => system((db) => db.auditEntry.findMany({ where: { act }, take: 10 }))

/** Who causes the events that staff don't cause. */
const ACTORS = new Map<EventName, ActorKind>([
  ['submission-created', 'applicant'],
  ['submission-pdf-ready', 'system'],
  ['submission-signed', 'applicant'],
  ['document-added', 'applicant'],
  ['submission-answered', 'applicant'],
  ['submission-request-answered', 'applicant'],
  ['statements-ready', 'system'],
  ['task-due', 'system'],
  ['package-opened', 'funder'],
  ['package-answered', 'funder'],
])

/** The submission of each event that webhooks hear of. */
const told = new Map<EventName, string>()
const received = () =>
  receiver.received.map(
    ({ body }) =>
      JSON.parse(body) as { type: string; data: Record<string, string> & { submissionId: string } },
  )

beforeAll(async () => {
  await post('/webhook/create', { url: receiver.url, events: EVENT_TYPES })
  await causeByRequests()
  await causeBySecondSigner()
  await causeByDesk()
  await causeByOffers()
  await causeByPackages()
  await causeByAccount()
  await causeByEveryCall()
  await causeBySystem()
}, 300_000)

it.each(names)('%s is in each of its places', async (name) => {
  const elsewhere = ELSEWHERE.get(name)
  if (elsewhere !== undefined)
    return expect(await readFile(path.join(projectRoot, elsewhere), 'utf8')).toContain(`'${name}'`)
  const { webhook } = { webhook: undefined, ...EVENTS[name] }
  if (AUDIT_ACTIONS.some((act) => act === name)) expect(await entriesOf(name)).not.toEqual([])
  if (
    [...TIMELINE_KINDS, 'opening' as const].some((kind) => timelineActions(kind).some((act) => act === name))
  )
    expect(await timelines(name)).toContain(name)
  if (webhook === undefined) return
  const find = () =>
    received().find(({ type, data }) => type === webhook.type && data.submissionId === told.get(name))
  const message = await eventually(async () => find())
  const fields = ['companyId', 'submissionId', ...webhookFields(webhook.type)]
  expect(Object.keys(message.data).toSorted()).toEqual(fields.toSorted())
  const { reason: _reason, teamId: _team, ...filled } = message.data
  expect(Object.values(filled)).not.toContain(null)
  expect(message.data.actor).toBe(ACTORS.get(name) ?? 'staff')
  const asked = await call(url, 'GET', '/events?limit=1000', { token })
  expect(asked.body.data).toContainEqual({ ...message, id: expect.any(String) })
})

it('offers no webhook type that no event has', () => {
  const sent = Object.values(EVENTS).flatMap((entry) => ('webhook' in entry ? [entry.webhook.type] : []))
  expect(new Set(Object.keys(WEBHOOK_TYPES))).toEqual(new Set(sent))
})

/** The actions in the timelines of submissions that an entry of this action is about. */
async function timelines(name: EventName): Promise<string[]> {
  const ids = (await entriesOf(name)).map(({ objectType, objectId, detail }) =>
    objectType === 'document' ? (detail as { submission: string }).submission : objectId,
  )
  const shown = [...new Set(ids)].map(async (id) => {
    const { body } = await call(url, 'GET', `/form/submissions/${id}/timeline`, { token })
    return ((body.data ?? []) as { act: string }[]).map(({ act }) => act)
  })
  return (await Promise.all(shown)).flat()
}

async function causeByRequests(): Promise<void> {
  const session = await openFormSession(url, 'demo')
  const headers = { 'x-form-session': session }
  const { pdf } = await makeStatement({ month: '2026-10', opening: 900_000 })
  const locked = await uploadFile(url, { content: await lockPdf(pdf, 'Tulip-4471'), headers })
  const { id: file } = locked.body.data as { id: string }
  const password = { headers, body: { password: 'Tulip-4471' } }
  expect((await call(url, 'PUT', `/documents/upload-public/${file}/password`, password)).status).toBe(200)
  expect((await submitApplication(url, session)).status).toBe(200)
  const { id, asked } = await apply()
  const { token: link } = await asked(
    { kind: 'answer', question: 'Who is your landlord?' },
    { kind: 'correction', field: 'dbaName' },
  )
  for (const name of ['submission-created', 'submission-pdf-ready', 'submission-answered'] as const)
    told.set(name, id)
  told.set('submission-requested', id)
  told.set('submission-request-answered', id)
  told.set('submission-status-changed', id)
  const texts = ['Joe', 'Crust'].map((text, item) => ({ item, text }))
  expect((await answer(link, texts, SIGNED)).status).toBe(200)
  const again = await apply()
  told.set('document-added', again.id)
  told.set('statements-ready', again.id)
  const { token: wanted } = await again.asked({ kind: 'statement', month: '2026-10' })
  expect(await upload(wanted)).toMatch(/\w/)
  await submitApplication(url, await openFormSession(url, again.slug), {}, again.slug)
  await post(`/form/submissions/${again.id}/views`, {}, again.token)
  await eventually(async () => (await entriesOf('submission-mailed')).length > 0)
}

async function causeBySecondSigner(): Promise<void> {
  const { invited, sign } = secondSignerCalls(url)
  const { id, token: link } = await invited()
  told.set('submission-signed', id)
  expect((await sign(link)).status).toBe(200)
}

async function causeByDesk(): Promise<void> {
  const { id, boss, token: staff } = await apply()
  for (const name of [
    'submission-owner-changed',
    'submission-assigned',
    'submission-noted',
    'submission-updated',
    'task-due',
  ] as const)
    told.set(name, id)
  const { updatedAt } = await deskOf(id)
  const owned = await put(
    `/form/submissions/${id}/owner`,
    { userId: boss.id, updatedAt: updatedAt.toISOString() },
    staff,
  )
  expect(owned.status).toBe(200)
  await put(`/form/submissions/${id}`, { metadata: { stage: 'Seen' } }, staff)
  await post(`/form/submissions/${id}/notes`, { text: 'Called.' }, staff)
  const due = await post('/task/create', { submissionId: id, text: 'Call', dueAt: '2026-01-01' }, staff)
  const createdAt = new Date(Date.now() - 2 * 86_400_000)
  const { id: task } = due.body.data as { id: string }
  await system((db) => db.task.update({ where: { id: task }, data: { createdAt } }))
  await system((db) => db.user.update({ where: { id: boss.id }, data: { taskMailAt: createdAt } }))
  await queueTaskMails(services)
  for (const hold of [true, false])
    await put(`/form/submissions/${id}/hold`, { hold, reason: 'Smith v. Acme' }, staff)
  const gone = await apply()
  told.set('submission-deleted', gone.id)
  await post('/user/me/confirm', { password: TEST_PASSWORD }, gone.token)
  const deleted = await post(`/form/submissions/${gone.id}/delete`, { reason: 'On request' }, gone.token)
  expect(deleted.status).toBe(200)
}

async function causeByOffers(): Promise<void> {
  const { id, receipt, company, token: staff } = await apply()
  await system((db) => db.submissionDesk.update({ where: { id }, data: IN_REVIEW }))
  const funder = await system((db) => db.funder.create({ data: { companyId: company.id, name: 'North' } }))
  const path = `/form/submissions/${id}`
  const answer = { kind: 'decline', funderId: funder.id, reason: 'Too young' }
  expect((await post(`${path}/offers`, answer, staff)).status).toBe(200)
  const terms = { amount: 50_000, factor: 1.32, paymentCount: 120, frequency: 'daily' }
  const made = await post(`${path}/offers`, { kind: 'offer', funderId: funder.id, ...terms }, staff)
  const { id: offerId } = made.body.data as { id: string }
  await put(`/offer/update/${offerId}`, { shown: true }, staff)
  const wanted = await call(url, 'POST', '/application/offer', { body: { token: receipt, offerId } })
  expect(wanted.status).toBe(200)
  await call(url, 'GET', `${path}/offers`, { token: staff })
  expect((await post(`/offer/choose/${offerId}`, {}, staff)).status).toBe(200)
  for (const amount of [48_000, 50_000]) {
    const funded = { offerId, amount, fundedAt: '2026-11-02', commission: 4_000 }
    expect((await post(`${path}/fund`, funded, staff)).status).toBe(200)
  }
  expect((await post(`${path}/renew`, {}, staff)).status).toBe(200)
  for (const name of ['offer-received', 'offer-chosen', 'submission-funded', 'submission-decided'] as const)
    told.set(name, id)
}
const IN_REVIEW = { status: 'in_review', statusKey: 'in_review' } as const

async function causeByPackages(): Promise<void> {
  const { id, company, token: staff } = await apply()
  const data = { companyId: company.id, name: 'South', emails: ['desk@south.example.com'], asksCode: false }
  const { id: funderId } = await system((db) => db.funder.create({ data }))
  const sent = await post(`/form/submissions/${id}/packages`, { funderIds: [funderId] }, staff)
  const [{ id: own } = { id: '' }] = sent.body.data as { id: string }[]
  const link = { token: makeReceiptToken(services.keys, own, 'package') }
  expect((await call(url, 'POST', '/package/open', { body: link })).status).toBe(200)
  const body = JSON.stringify({ ...link, documentId: 'application' })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${url}/api/package/document`, { method: 'POST', headers, body })).status).toBe(200)
  const declined = { ...link, kind: 'decline', reason: 'Too young' }
  expect((await call(url, 'POST', '/package/answer', { body: declined })).status).toBe(200)
  await eventually(() => system((db) => db.package.findFirst({ where: { id: own, mailed: true } })))
  expect((await post(`/package/resend/${own}`, {}, staff)).status).toBe(200)
  expect((await post(`/package/withdraw/${own}`, {}, staff)).status).toBe(200)
  for (const name of ['package-sent', 'package-opened', 'package-answered'] as const) told.set(name, id)
}

async function causeByAccount(): Promise<void> {
  const { email } = await makeUser(services, { companyId: world.a.company })
  const own = await signIn(url, email)
  const login = { email, password: 'wrong-1' }
  await call(url, 'POST', '/auth/login', { body: login })
  await call(url, 'GET', '/company/get', { token: own })
  await post('/user/me/confirm', { password: TEST_PASSWORD }, own)
  const { recoveryCodes } = await switchOtpOn(url, own)
  const [code = ''] = recoveryCodes
  const proof = { currentPassword: TEST_PASSWORD, code }
  const renewed = await post('/user/me/otp/recovery-codes', proof, own)
  const [fresh = ''] = (renewed.body.data as { recoveryCodes: string[] }).recoveryCodes
  await post('/user/me/otp/off', { ...proof, code: fresh }, own)
  await put('/user/me/password', { currentPassword: TEST_PASSWORD, password: 'battery-staple-2' }, own)
  await call(url, 'POST', '/auth/forgot-password', { body: { email } })
  const mail = await eventually(async () => (await mailsTo(services, email))[0])
  const reset = { token: /reset-password#([\w-]{43})/.exec(mail)?.[1] ?? '', password: TEST_PASSWORD }
  expect((await call(url, 'POST', '/auth/reset-password', { body: reset })).status).toBe(200)
  await post(
    '/user/create',
    { name: 'New', email: TEST_STRANGER.email, password: TEST_PASSWORD },
    await bossToken(),
  )

  Object.assign(services.config, { rateLimit: true })
  const next = await signIn(url, email)
  for (let count = 0; count < 60; count++) {
    if (count < 20) await post('/user/me/confirm', { password: 'wrong-1' }, next)
    await call(url, 'POST', '/auth/reset-password', { body: { token: 'none', password: TEST_PASSWORD } })
  }
  Object.assign(services.config, { rateLimit: false })
}

const TEST_STRANGER = await makeUser(services, { companyId: world.b.company })
const bossToken = async () => signIn(url, world.callers.companyA?.user.email ?? '')

/** Makes each call of the access matrix as a user with the right to make it. */
async function causeByEveryCall(): Promise<void> {
  for (const [route, rows] of Object.entries(TABLE))
    for (const row of rows) {
      const caller = (['admin', 'companyA'] as const).find((each) =>
        [row.outcomes[each]].flat().includes(200),
      )
      if (caller === undefined) continue
      const known = row.changesCaller
        ? await createTwin(world, caller satisfies Caller)
        : world.callers[caller]
      const sent = await row.send(createCell(world, caller, 'own', !route.startsWith('GET')))
      await restTransport(url, route)(sent, known?.token)
    }
  const { id } = await makeCompany(services)
  expect((await call(url, 'DELETE', `/company/delete/${id}`, { token })).status).toBe(200)
}

async function causeBySystem(): Promise<void> {
  const { id } = await apply()
  await system((db) => db.submissionDesk.update({ where: { id }, data: { pdfState: 'pending' } }))
  await failPdf(services, id, 'undrawable')
  await notifyFailed(services, { id })
  const { companyId } = await deskOf((await apply()).id)
  await system((db) => db.company.update({ where: { id: companyId }, data: { retentionDays: 1 } }))
  expect(await destroyDue(services, new Date(Date.now() + 100 * 86_400_000))).toBeGreaterThan(0)
  const { current } = await keyStates(services.db)
  await system((db) =>
    db.keyCheck.create({
      data: { keyId: 'next', state: 'next', sealed: Buffer.alloc(1), hashKeys: Buffer.alloc(1) },
    }),
  )
  await switchToNext(services.db, 'next')
  await endChange(services.db, current, 'next')
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await recordBackup(client, 'backup-started', { withKeys: false })
  await recordBackup(client, 'backup-restored', { madeAt: '2026-11-21T15:04:09.000Z', archive: 'one' })
  await client.end()
}
