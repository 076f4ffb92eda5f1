import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemUrl } from '../../platform/database/connections.ts'
import { readMigrations, migrationsFolder } from '../../platform/database/schema-files.ts'
import { startReceiver } from '../../events/webhooks/webhook.fixture.ts'
import { openFormSession, submitApplication } from '../support/applicant.ts'
import { draftOf, saveDraft } from '../support/drafts.ts'
import { call, signIn } from '../support/factories.ts'
import { prepareNodes, type Node } from '../support/nodes.ts'
import { TEST_ADMIN } from '../support/server.ts'
import { upload } from '../support/uploads.ts'
import { expectSound } from './inspect.ts'
import { submissions } from './load.ts'
import { rounds } from './stage.ts'

/** Two nodes that get the same to do at the same time. */

const ROUNDS = rounds(2, 10)
const SUBMITS = rounds(12, 100)
const APPLICATIONS = rounds(8, 60)

const { nodes, environment } = await prepareNodes()
const [first, second] = nodes as [Node, Node]
const receiver = await startReceiver()
const database = new pg.Client({ connectionString: systemUrl(environment.DATABASE_URL) })
const rows = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await database.query<Row>(sql, values)).rows
const counts = async (sql: string): Promise<unknown> => (await rows(`SELECT ${sql}`))[0]
let token = ''

const onBoth = <T>(work: (url: string, number: number) => Promise<T>, times = nodes.length): Promise<T[]> =>
  Promise.all(
    Array.from({ length: times }, (_, number) => work(nodes[number % nodes.length]?.url ?? '', number)),
  )

beforeAll(async () => {
  await database.connect()
  await Promise.all(nodes.map((node) => node.start()))
  token = await signIn(first.url, TEST_ADMIN.email)
  const events = ['submission.created', 'submission.status_changed', 'pdf.ready', 'statements.read']
  const body = { url: receiver.url, events }
  expect(await call(first.url, 'POST', '/webhook/create', { token, body })).toMatchObject({ status: 200 })
}, 240_000)
afterAll(() => database.end())

describe('two nodes', () => {
  it('migrate and seed an empty database once', async () => {
    const expected = (await readMigrations(migrationsFolder)).map(({ name }) => name)
    const applied = await rows<{ name: string }>('SELECT migration_name AS name FROM _prisma_migrations')
    expect(applied.map(({ name }) => name).toSorted()).toEqual(expected.toSorted())
    const seeded = `(SELECT count(*)::int FROM "User") AS users, (SELECT count(*)::int FROM "Company") AS companies,
      (SELECT count(*)::int FROM "GeneratedLink") AS links, (SELECT count(*)::int FROM "KeyCheck") AS keys`
    expect(await counts(seeded)).toEqual({ users: 1, companies: 1, links: 1, keys: 1 })
  })

  it('merge what both saved of one draft, store its file once and its application once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const session = await openFormSession(first.url)
      const fields = ['legalName', 'dbaName', 'city', 'zip']
      const saved = await onBoth(
        (url, number) => saveDraft(url, session, { [fields[number] ?? '']: `of ${number}` }),
        fields.length,
      )
      expect(saved.map(({ status }) => status)).toEqual(fields.map(() => 200))
      const draft = await draftOf(second.url, session)
      expect(draft?.values).toMatchObject(
        Object.fromEntries(fields.map((name, number) => [name, `of ${number}`])),
      )

      const file = { fields: { formSubmissionId: session, clientFileId: randomUUID() } }
      const sent = await onBoth((url) => upload(url, file), 4)
      expect(new Set(sent.map(({ status, body }) => `${status} ${String(body.url)}`)).size).toBe(1)

      const done = await onBoth((url) => submitApplication(url, session), SUBMITS)
      const id = session.split('.')[0]
      expect(done.map(({ status, body }) => [status, body.data?.id])).toEqual(done.map(() => [200, id]))
      const other = await onBoth((url) => submitApplication(url, session, { legalName: 'Another' }))
      expect(other.map(({ status }) => status)).toEqual([409, 409])
      expect(await rows('SELECT 1 FROM "Document" WHERE "formSessionId" = $1', [id])).toHaveLength(1)
      const late = await onBoth((url) => saveDraft(url, session, { city: 'Late' }))
      expect(late.map(({ status }) => status)).toEqual([409, 409])
    }
    const stored = await submissions(first.url, token)
    expect(new Set(stored).size).toBe(ROUNDS)
    expect(stored).toHaveLength(ROUNDS)
  }, 300_000)

  it('take one of two different applications under one session, and tell the other', async () => {
    const session = await openFormSession(first.url)
    const names = ['One LLC', 'Two LLC']
    const done = await onBoth((url, number) =>
      submitApplication(url, session, { legalName: names[number] ?? '' }),
    )
    expect(done.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [row] = await rows('SELECT "legalName" FROM "SubmissionDesk" WHERE "id" = $1', [
      session.split('.')[0],
    ])
    expect(row?.legalName).toBe(names[done.findIndex(({ status }) => status === 200)])
  })

  it('do each job once and deliver each event once, those of a submission in order', async () => {
    const ids = await onBoth(async (url) => {
      const { body } = await submitApplication(url, await openFormSession(url))
      const id = body.data?.id ?? ''
      const { body: shown } = await call(url, 'GET', `/form/submissions/${id}`, { token })
      const { updatedAt } = shown.data as { updatedAt: string }
      const moved = await onBoth((each) =>
        call(each, 'PUT', `/form/submissions/${id}/status`, {
          token,
          body: { status: 'in_review', updatedAt },
        }),
      )
      expect(moved.map(({ status }) => status).toSorted()).toEqual([200, 409])
      return id
    }, APPLICATIONS)
    await allDone()
    for (const id of ids)
      expect(deliveredOf(id).toSorted()).toEqual([
        'pdf.ready',
        'submission.created',
        'submission.status_changed',
      ])
    await expectOrdered()
    const seen = receiver.received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(seen).size).toBe(seen.length)
  }, 180_000)

  it('take over what a killed node was doing', async () => {
    const before = (await submissions(first.url, token)).length
    const wait = receiver.respond
    receiver.respond = (response, call) => void setTimeout(() => wait(response, call), 100)
    const ids = await onBoth(
      async (url) => (await submitApplication(url, await openFormSession(url))).body.data?.id ?? '',
      APPLICATIONS,
    )
    await second.kill()
    await allDone()
    expect(await submissions(first.url, token)).toHaveLength(before + APPLICATIONS)
    for (const id of ids)
      expect(new Set(deliveredOf(id))).toEqual(new Set(['submission.created', 'pdf.ready']))
    await expectOrdered()
    await expectSound(environment)
  }, 120_000)
})

type Message = { type: string; data: { submissionId: string } }
const deliveredOf = (id: string): string[] =>
  receiver.received
    .map(({ body }) => JSON.parse(body) as Message)
    .filter(({ data }) => data.submissionId === id)
    .map(({ type }) => type)

const allDone = () =>
  expect
    .poll(
      () =>
        counts(`(SELECT count(*)::int FROM "SubmissionDesk" WHERE "pdfState" = 'pending') AS pdfs,
          (SELECT count(*)::int FROM "Event" WHERE "position" IS NULL) AS events,
          (SELECT count(*)::int FROM "WebhookDelivery" WHERE "state" = 'pending') AS deliveries`),
      { timeout: 60_000, interval: 250 },
    )
    .toEqual({ pdfs: 0, events: 0, deliveries: 0 })

/** Events of one submission arrived in the order of their places; of a repeated one the first time counts. */
async function expectOrdered(): Promise<void> {
  const events = await rows<{ id: string; submission: string }>(
    `SELECT "id", "submissionId" AS submission FROM "Event" ORDER BY "position"`,
  )
  const arrived = [...new Set(receiver.received.map(({ headers }) => headers['webhook-id']))]
  for (const submission of new Set(events.map((event) => event.submission))) {
    const own = events.filter((event) => event.submission === submission).map(({ id }) => id)
    expect(arrived.filter((id) => id !== undefined && own.includes(id))).toEqual(own)
  }
}
