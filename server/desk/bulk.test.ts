import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { LIMITS, RATES } from '#domain/limits'
import type { Permission } from '#domain/permissions'
import { findMaker } from '../auth/maker.ts'
import { throttleBy } from '../auth/throttle.ts'
import { failBulk, runBulk } from '../jobs/bulk.job.ts'
import { sweep } from '../jobs/sweep.job.ts'
import { startWorker } from '../jobs/worker.ts'
import { bulkKey } from '../platform/queue/add-job.ts'
import { destroyDue } from '../retention/destroy.service.ts'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { call, makeApiKey, makeLink, makeRole, makeUser, signIn } from '../test/support/factories.ts'
import type { Job } from './bulk.schema.ts'
import { startBulk } from './bulk.service.ts'
import { startDeskTests } from './desk.fixture.ts'

const { url, services, system, tenant, read, admin, audited } = await startDeskTests()
const own = await tenant()
const other = await tenant()

const start = async (token: string, body: object) => {
  const { status, body: sent } = await call(url, 'POST', '/form/submissions/bulk', { token, body })
  return { status, code: sent.code, error: sent.error, job: sent.data as Job }
}
const look = async (token: string, id: string) => {
  const { status, body } = await call(url, 'GET', `/job/${id}`, { token })
  return { status, job: body.data as Job }
}
/** As a worker does, until nothing waits. */
async function finish({ id }: Job, token: string): Promise<Job> {
  for (;;) {
    await runBulk(services, { id })
    const { job } = await look(token, id)
    if (job.state === 'done') return job
  }
}
const run = async (token: string, body: object) => {
  const { status, job } = await start(token, body)
  expect(status).toBe(200)
  return finish(job, token)
}
const submissions = (count: number, of = own) => Promise.all(Array.from({ length: count }, of.submission))
const acts = async (id: string) => (await audited(id)).map(({ act }) => act)

describe('an act for many submissions', () => {
  test('assigns each by the rules and under the name of its maker', async () => {
    const ids = await submissions(3)
    const { status, job } = await start(own.clerkToken, { ids, action: 'assign', userId: own.clerk.id })
    expect([status, job]).toEqual([
      200,
      { id: expect.any(String), state: 'running', done: 0, failed: 0, total: 3, failures: [] },
    ])
    expect(await finish(job, own.clerkToken)).toEqual({ ...job, state: 'done', done: 3 })
    for (const id of ids) {
      expect((await read(id)).ownerId).toBe(own.clerk.id)
      expect(await audited(id)).toEqual([
        {
          act: 'submission-owner-changed',
          actorName: 'Clara Clerk',
          detail: { owner: 'Clara Clerk', team: null },
        },
      ])
    }
  })

  test('lists what failed and why, those of others as those that are not there', async () => {
    const [id = '', closed = ''] = await submissions(2)
    await system((tx) =>
      tx.submissionDesk.update({ where: { id: closed }, data: { status: 'funded', statusKey: 'funded' } }),
    )
    const foreign = await other.submission()
    const ids = [id, closed, foreign, 'nobody', id]
    const { failures, ...job } = await run(own.bossToken, { ids, action: 'move', status: 'in_review' })
    expect(job).toMatchObject({ state: 'done', done: 1, failed: 3, total: 4 })
    const reasons = new Map(failures.map((failure) => [failure.id, failure.error]))
    expect(reasons.get(closed)).toContain('This submission is Funded')
    expect(reasons.get(foreign)).toBe(reasons.get('nobody'))
    expect(reasons.size).toBe(3)
    expect([(await read(id)).status, (await read(foreign)).status]).toEqual(['in_review', 'new'])
    expect(await acts(foreign)).toEqual([])
  })

  test('moves with a reason, and makes decisions only for whoever may', async () => {
    const ids = await submissions(2)
    const body = { ids, action: 'move', status: 'declined', reason: 'credit' }
    const refused = await run(own.clerkToken, body)
    expect(refused).toMatchObject({ done: 0, failed: 2 })
    expect(refused.failures[0]?.error).toContain('submission:decide')
    expect(await run(own.bossToken, body)).toMatchObject({ done: 2, failed: 0 })
    expect(await read(ids[0] ?? '')).toMatchObject({ status: 'declined', reason: 'credit' })
  })

  test('moves with the text that a reason asks for, and keeps it only with each submission', async () => {
    const desk = await tenant({
      reasons: { declined: [{ key: 'credit', name: 'Credit history', asksText: true }] },
    })
    const ids = [await desk.application(), await desk.application()]
    const body = { ids, action: 'move', status: 'declined', reason: 'credit' }
    const refused = await run(desk.bossToken, body)
    expect(refused).toMatchObject({ done: 0, failed: 2 })
    expect(refused.failures[0]?.error).toBe('Write what the reason Credit history asks for.')
    const { job } = await start(desk.bossToken, { ...body, reasonText: 'Too many NSFs.' })
    const stored = await system((tx) => tx.bulkJob.findUniqueOrThrow({ where: { id: job.id } }))
    expect([stored.act, Buffer.from(stored.sealedAct ?? []).includes('NSFs')]).toEqual([{}, false])
    expect(await finish(job, desk.bossToken)).toMatchObject({ done: 2, failed: 0 })
    await runBulk(services, { id: job.id })
    expect(await system((tx) => tx.bulkJob.findUnique({ where: { id: job.id } }))).toMatchObject({ act: {} })
    for (const id of ids) {
      const { body: sent } = await call(url, 'GET', `/form/submissions/${id}`, { token: desk.bossToken })
      expect(sent.data).toMatchObject({ reasonText: 'Too many NSFs.' })
    }
  })

  test('asks applicants, once for each, and keeps the words only until all is done', async () => {
    const { slug } = await makeLink(services, own.company.id)
    const apply = async () => {
      const values = { ...fullApplication(), email: 'owner@bakery.example.com' }
      const { body } = await submitApplication(url, await openFormSession(url, slug), values, slug)
      return body.data?.id ?? ''
    }
    const ids = [await apply(), await apply()]
    const message = 'Please send these.'
    const body = { ids, action: 'request', items: [{ kind: 'statement', month: '2026-10' }], message }
    const { job } = await start(own.clerkToken, body)
    const stored = async () =>
      JSON.stringify(await system((tx) => tx.bulkJob.findUnique({ where: { id: job.id } })))
    expect(await stored()).toMatch(/"act":\{\},"sealedAct":\{/)
    expect(await finish(job, own.clerkToken)).toMatchObject({ done: 2 })
    expect(await run(own.clerkToken, body)).toMatchObject({ done: 0, failed: 2 })
    await runBulk(services, { id: job.id })
    expect(await stored()).toContain('"act":{},"sealedAct":null')
    for (const id of ids)
      expect(await system((tx) => tx.submissionRequest.count({ where: { submissionId: id } }))).toBe(1)
  })

  test('takes what a filter finds, if that are as many as expected', async () => {
    const desk = await tenant()
    const ids = await submissions(3, desk)
    await run(desk.bossToken, { ids: [ids[0]], action: 'move', status: 'in_review' })
    const body = { filter: { status: 'new' }, action: 'assign', userId: desk.boss.id }
    expect(await start(desk.bossToken, { ...body, expected: 3 })).toMatchObject({
      status: 409,
      error: 'The number of matching submissions has changed. Load the list again.',
    })
    const { job } = await start(desk.bossToken, { ...body, expected: 2 })
    // A submission that arrives later is not in the job.
    const late = await desk.submission()
    expect(await finish(job, desk.bossToken)).toMatchObject({ done: 2, total: 2 })
    const owners = await Promise.all([...ids, late].map(async (id) => (await read(id)).ownerId))
    expect(owners).toEqual([null, desk.boss.id, desk.boss.id, null])
  })

  test.each([
    ['neither ids nor a filter', { action: 'assign', userId: null }],
    ['both', { ids: ['a'], filter: {}, expected: 1, action: 'assign', userId: null }],
    ['a filter without a number', { filter: {}, action: 'assign', userId: null }],
    ['no id', { ids: [], action: 'assign', userId: null }],
    ['what another act takes', { ids: ['a'], action: 'assign', status: 'in_review' }],
    ['a move without a status', { ids: ['a'], action: 'move' }],
    ['a request for nothing', { ids: ['a'], action: 'request', items: [] }],
    ['an unknown act', { ids: ['a'], action: 'delete' }],
    ['an unknown filter', { filter: { shoe: 1 }, expected: 1, action: 'assign', userId: null }],
  ])('is refused with %s', async (_what, body) => {
    expect((await start(own.bossToken, body)).status).toBe(400)
  })
})

describe('the rights of its maker', () => {
  const maker = async (permissions: Permission[] = ['page:forms', 'submission:update']) => {
    const role = await makeRole(services, { permissions, companyId: own.company.id })
    const user = await makeUser(services, { companyId: own.company.id, roleId: role.id })
    return { user, role, token: await signIn(url, user.email) }
  }
  const waiting = async (token: string, count = 2) => {
    const ids = await submissions(count)
    const { job } = await start(token, { ids, action: 'move', status: 'in_review' })
    return { ids, job }
  }
  const statuses = (ids: string[]) => Promise.all(ids.map(async (id) => (await read(id)).status))
  const rows = (jobId: string) => system((tx) => tx.bulkRow.findMany({ where: { jobId } }))

  test('are those of the moment: a lost permission, a narrower scope, a user who is switched off', async () => {
    const losses = [
      ({ role }: Awaited<ReturnType<typeof maker>>) =>
        system((tx) => tx.role.update({ where: { id: role.id }, data: { permissions: ['page:forms'] } })),
      ({ role }: Awaited<ReturnType<typeof maker>>) =>
        system((tx) => tx.role.update({ where: { id: role.id }, data: { scope: 'own' } })),
      ({ user }: Awaited<ReturnType<typeof maker>>) =>
        system((tx) => tx.user.update({ where: { id: user.id }, data: { active: false } })),
      ({ user }: Awaited<ReturnType<typeof maker>>) =>
        system((tx) => tx.user.update({ where: { id: user.id }, data: { companyId: other.company.id } })),
    ]
    for (const lose of losses) {
      const made = await maker()
      const { ids, job } = await waiting(made.token)
      await lose(made)
      await runBulk(services, { id: job.id })
      expect(await statuses(ids)).toEqual(['new', 'new'])
      expect((await rows(job.id)).every(({ doneAt, failure }) => doneAt && failure)).toBe(true)
    }
  })

  test('of a key are those of the key, until it is revoked; its jobs are its own', async () => {
    const { user, token } = await maker(['page:forms', 'submission:update', 'submission:decide'])
    const allowed: Permission[] = ['page:forms', 'submission:update']
    const key = await makeApiKey(services, user.id, allowed, { companyId: own.company.id })
    const { ids, job } = await waiting(key)
    expect((await look(token, job.id)).status).toBe(404)
    expect(await finish(job, key)).toMatchObject({ done: 2 })
    expect((await audited(ids[0] ?? '')).map(({ actorName }) => actorName)).toEqual([
      'CRM (API key of Test User)',
    ])
    const decided = await run(key, { ids, action: 'move', status: 'withdrawn', reason: 'no_reply' })
    expect(decided).toMatchObject({ done: 0, failed: 2 })
    const late = await waiting(key)
    await system((tx) =>
      tx.apiKey.updateMany({ where: { createdById: user.id }, data: { revokedAt: new Date() } }),
    )
    await runBulk(services, { id: late.job.id })
    expect(await statuses(late.ids)).toEqual(['new', 'new'])
    const reader = await makeApiKey(services, user.id, ['page:forms'], { companyId: own.company.id })
    expect((await start(reader, { ids, action: 'assign', userId: null })).status).toBe(403)
  })

  test('narrow what a filter finds', async () => {
    const { user, role, token } = await maker()
    await system((tx) => tx.role.update({ where: { id: role.id }, data: { scope: 'own' } }))
    const [id = '', colleague = ''] = await submissions(2)
    await system((tx) => tx.submissionDesk.update({ where: { id }, data: { ownerId: user.id } }))
    const body = { filter: { id: [id, colleague] }, action: 'move', status: 'in_review' }
    expect((await start(token, { ...body, expected: 2 })).status).toBe(409)
    expect(await run(token, { ...body, expected: 1 })).toMatchObject({ done: 1, total: 1 })
    expect(await statuses([id, colleague])).toEqual(['in_review', 'new'])
  })

  test('show the job to nobody else', async () => {
    const { job } = await waiting(own.clerkToken)
    for (const token of [own.bossToken, other.bossToken, admin])
      expect((await look(token, job.id)).status).toBe(404)
    expect((await look(own.clerkToken, 'nobody')).status).toBe(404)
  })

  test('of the provider reach all companies, each by its own rules', async () => {
    const ids = [await own.submission(), await other.submission()]
    const job = await run(admin, { ids, action: 'assign', userId: own.clerk.id })
    expect(job).toMatchObject({ done: 1, failed: 1, failures: [{ id: ids[1] }] })
  })
})

describe('a worker', () => {
  test('that dies in the middle doubles nothing, and another goes on where it was', async () => {
    const ids = await submissions(6)
    const { job } = await start(own.bossToken, { ids, action: 'move', status: 'in_review' })
    let left = 3
    const { db } = services
    // Once killed it cannot even write down that a row failed.
    const dying: typeof db = {
      ...db,
      as(actor) {
        if (left-- <= 0) throw new Error('killed')
        return db.as(actor)
      },
      system(reason) {
        if (left < 0) throw new Error('killed')
        return db.system(reason)
      },
    }
    await expect(runBulk({ ...services, db: dying }, { id: job.id })).rejects.toThrow('killed')
    expect((await look(own.bossToken, job.id)).job).toMatchObject({ state: 'running', done: 3, failed: 0 })
    expect(await finish(job, own.bossToken)).toMatchObject({ done: 6, failed: 0 })
    for (const id of ids) expect(await acts(id)).toEqual(['submission-status-changed'])
  })

  test('beside another that does the same rows does each once', async () => {
    const ids = await submissions(8)
    const { job } = await start(own.bossToken, { ids, action: 'assign', userId: own.boss.id })
    await Promise.all([1, 2, 3].map(() => runBulk(services, { id: job.id })))
    expect(await finish(job, own.bossToken)).toMatchObject({ done: 8, failed: 0 })
    for (const id of ids) expect(await acts(id)).toEqual(['submission-owner-changed'])
  })

  test('does more than one batch by itself, and leaves the queue empty', { tags: ['long'] }, async () => {
    const ids = await submissions(LIMITS.bulkBatch + 1)
    const { job } = await start(own.bossToken, { ids, action: 'assign', userId: own.boss.id })
    const config = { ...services.config, role: 'all' as const }
    const worker = startWorker({ ...services, config }, services.config.databaseUrl ?? '')
    try {
      await expect
        .poll(async () => (await look(own.bossToken, job.id)).job.state, { timeout: 80_000 })
        .toBe('done')
    } finally {
      await delay(100)
      await worker.stop()
    }
    expect((await look(own.bossToken, job.id)).job).toMatchObject({ done: ids.length, failed: 0 })
  })
})

test('a job goes after some days', async () => {
  const [id = '', kept = ''] = await submissions(2)
  const job = await run(own.bossToken, { ids: [id, kept], action: 'assign', userId: own.boss.id })
  const days = (LIMITS.bulkDays + 1) * 24 * 60 * 60_000
  await sweep(services)
  expect((await look(own.bossToken, job.id)).status).toBe(200)
  const createdAt = new Date(Date.now() - days)
  await system((tx) => tx.bulkJob.update({ where: { id: job.id }, data: { createdAt } }))
  await sweep(services)
  expect((await look(own.bossToken, job.id)).status).toBe(404)
  expect(await system((tx) => tx.bulkRow.count({ where: { jobId: job.id } }))).toBe(0)
})

test('a submission that is destroyed leaves the jobs of everyone as they were', async () => {
  const desk = await tenant()
  const id = await desk.submission()
  const act = { ids: [id], action: 'move', status: 'in_review' }
  const strangers = await run(own.bossToken, act)
  const done = await run(desk.bossToken, act)
  const days = LIMITS.retentionDays.min
  await system((tx) => tx.company.update({ where: { id: desk.company.id }, data: { retentionDays: days } }))
  await destroyDue(services, new Date(Date.now() + (days + 1) * 24 * 60 * 60_000))
  expect(await system((tx) => tx.formSubmission.count({ where: { id } }))).toBe(0)
  // The list of a stranger who knows the id must not tell that it is gone.
  expect((await look(own.bossToken, strangers.id)).job).toEqual(strangers)
  expect((await look(desk.bossToken, done.id)).job).toEqual(done)
})

test('a job whose entry in the queue was lost goes on after the next sweep, which adds no second one', async () => {
  const ids = await submissions(2)
  const { job } = await start(own.bossToken, { ids, action: 'assign', userId: own.boss.id })
  const queued = () =>
    system(
      (tx) => tx.$queryRaw<{ id: string }[]>`
        SELECT id::text FROM graphile_worker.jobs WHERE key = ${bulkKey(job.id)}`,
    )
  const before = await queued()
  expect(before).toHaveLength(1)
  await sweep(services)
  expect(await queued()).toEqual(before)
  await system((tx) => tx.$executeRaw`SELECT graphile_worker.remove_job(${bulkKey(job.id)})`)
  expect(await queued()).toEqual([])
  await sweep(services)
  expect(await queued()).toHaveLength(1)
  await finish(job, own.bossToken)
  await system((tx) => tx.$executeRaw`SELECT graphile_worker.remove_job(${bulkKey(job.id)})`)
  await sweep(services)
  expect(await queued()).toEqual([])
})

test('one person fills jobs with so many submissions a day, whatever their ids', async () => {
  const limited = { ...services, config: { ...services.config, rateLimit: true } }
  const user = await makeUser(services, { companyId: own.company.id, roleId: own.boss.roleId })
  const actor = await findMaker(services, { userId: user.id, apiKeyId: null })
  if (!actor) throw new Error('no actor')
  await throttleBy(RATES.bulkRowsPerPerson.max - 1, limited, 'bulkRowsPerPerson', user.id)
  const act = (ids: string[]) =>
    startBulk(limited, { actor, ip: '' }, { ids, action: 'assign', userId: null })
  expect(await act(['a'])).toMatchObject({ total: 1 })
  await expect(act(['a'])).rejects.toMatchObject({ code: 'too_many_requests' })
})

test('a job that is given up fails what waits, and forgets what was to be asked', async () => {
  const ids = await submissions(2)
  const items = [{ kind: 'answer', question: 'Who is your landlord?' }]
  const { status, job } = await start(own.clerkToken, { ids, action: 'request', items, message: '' })
  expect(status).toBe(200)
  await failBulk(services, { id: job.id })
  expect((await look(own.clerkToken, job.id)).job).toMatchObject({ state: 'done', done: 0, failed: 2 })
  expect(await system((db) => db.bulkJob.findUniqueOrThrow({ where: { id: job.id } }))).toMatchObject({
    act: {},
  })
})
