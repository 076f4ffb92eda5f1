import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import { call, makeApiKey, makeCompanyAdmin, makeRole, makeUser, signIn } from '../test/support/factories.ts'
import { startSubmissionTests } from '../submissions/submission.fixture.ts'
import type { Notice } from './notices.service.ts'
import type { Task } from './task.schema.ts'

const { url, services, admin, alpha, beta } = await startSubmissionTests()
const [id = '', second = ''] = alpha.ids
const { write: system } = services.db.system('test')

const lee = await makeCompanyAdmin(services, alpha.company.id)
const leeToken = await signIn(url, lee.email)
const DAY_MS = 24 * 3_600_000

type Body = { text?: string; dueAt?: string; ownerId?: string; submissionId?: string }
const create = (body: Body = {}, token = alpha.token) =>
  call(url, 'POST', '/task/create', {
    token,
    body: { submissionId: id, text: 'Call the landlord', dueAt: '2026-12-01', ...body },
  })
const made = async (body: Body = {}, token = alpha.token) => (await create(body, token)).body.data as Task
const update = (task: string, body: object, token = alpha.token) =>
  call(url, 'PUT', `/task/update/${task}`, { token, body })
const list = async (filter: object, token = alpha.token) => {
  const query = new URLSearchParams({ filter: JSON.stringify(filter) })
  const { body } = await call(url, 'GET', `/task/get?${query}`, { token })
  return (body.data as Task[]).map((task) => task.id)
}
const notices = async (token: string) => {
  const { status, body } = await call(url, 'GET', '/notice/get', { token })
  return { status, rows: (body.data ?? []) as Notice[], unread: body.unread }
}
const read = (ids: string[], token: string) => call(url, 'PUT', '/notice/read', { token, body: { ids } })

/** A colleague whose role shows this much. */
async function member(
  scope: 'team' | 'own' | 'company',
  permissions: ('page:forms' | 'submission:update' | 'page:main')[],
) {
  const role = await makeRole(services, { companyId: alpha.company.id, permissions })
  await system((db) => db.role.update({ where: { id: role.id }, data: { scope } }))
  const user = await makeUser(services, { companyId: alpha.company.id, roleId: role.id })
  return { user, token: await signIn(url, user.email) }
}

describe('a task', () => {
  it('is due from the beginning of a day of the company, has an owner and is sealed in the database', async () => {
    const { status, body } = await create({ text: 'Check October\ntwice' })
    expect([status, body.data]).toMatchObject([
      200,
      {
        text: 'Check October\ntwice',
        ownerId: alpha.user.id,
        done: false,
        dueAt: '2026-12-01T05:00:00.000Z',
      },
    ])
    const exact = await made({ dueAt: '2026-12-01T10:00:00+01:00' })
    expect(exact.dueAt).toBe('2026-12-01T09:00:00.000Z')
    const stored = await system((db) => db.task.findMany())
    expect(stored.map(({ text }) => Buffer.from(text).toString('latin1')).join()).not.toContain('October')
    expect(await list({ submissionId: second })).toEqual([])
  })

  it('is changed, finished and deleted, takes itself back as it was read, and is in the timeline', async () => {
    const task = await made()
    const changed = await update(task.id, {
      ...task,
      text: 'Call again',
      dueAt: '2026-12-02',
      ownerId: lee.id,
    })
    expect([changed.status, changed.body.data]).toMatchObject([
      200,
      { text: 'Call again', dueAt: '2026-12-02T05:00:00.000Z', ownerName: lee.name },
    ])
    expect((await update(task.id, { done: true, updatedAt: task.updatedAt })).status).toBe(409)
    expect((await update(task.id, { merchant: 'Other' })).body.fields).toHaveProperty('merchant')
    expect((await update(task.id, { done: true })).body.data).toMatchObject({ done: true })
    expect(await list({ done: true })).toEqual([task.id])
    expect((await update(task.id, { done: false })).body.data).toMatchObject({ doneAt: null })
    expect((await call(url, 'DELETE', `/task/delete/${task.id}`, { token: alpha.token })).status).toBe(200)
    expect(await list({})).not.toContain(task.id)
    const filter = encodeURIComponent(JSON.stringify({ kind: ['task'] }))
    const { body } = await call(url, 'GET', `/form/submissions/${id}/timeline?filter=${filter}`, {
      token: alpha.token,
    })
    const sentences = (body.data as { sentence: string }[]).map(({ sentence }) => sentence)
    expect(sentences.slice(0, 5)).toEqual([
      'Deleted a task',
      'Changed a task',
      'Finished a task',
      'Changed a task',
      `Added a task for ${alpha.user.name}`,
    ])
  })

  it.each([
    ['no text', { text: ' \n' }, 'text'],
    ['a text too long', { text: 'x'.repeat(501) }, 'text'],
    ['no date', { dueAt: 'soon' }, 'dueAt'],
    ['a year that the database lacks', { dueAt: '0000-01-01' }, 'dueAt'],
    ['a time after the year 9999', { dueAt: '9999-12-31T23:59:59-12:00' }, 'dueAt'],
    ['an owner of another company', { ownerId: beta.user.id }, 'ownerId'],
    ['no such owner', { ownerId: 'nobody' }, 'ownerId'],
  ])('is refused with %s', async (_name, body, field) => {
    const { status, body: answer } = await create(body)
    expect([status, Object.keys(answer.fields ?? {})]).toEqual([400, [field]])
  })

  it('is refused to an owner who does not see the submission', async () => {
    const [own, sales] = [await member('own', ['page:forms']), await member('company', ['page:main'])]
    for (const { user } of [own, sales]) expect((await create({ ownerId: user.id })).status).toBe(400)
  })

  it('is nobody’s of another company, and follows the role’s scope and permissions', async () => {
    const task = await made()
    const own = await member('own', ['page:forms', 'submission:update'])
    const reader = await member('company', ['page:forms'])
    for (const token of [beta.token, own.token]) {
      expect((await create({}, token)).status).toBe(404)
      expect((await update(task.id, { done: true }, token)).status).toBe(404)
      expect((await call(url, 'DELETE', `/task/delete/${task.id}`, { token })).status).toBe(404)
      expect(await list({}, token)).toEqual([])
      expect(await list({ submissionId: id }, token)).toEqual([])
    }
    expect(await list({ submissionId: id }, reader.token)).toContain(task.id)
    expect((await update(task.id, { done: true }, reader.token)).status).toBe(403)
    expect((await create({}, reader.token)).status).toBe(403)
    const key = await makeApiKey(services, alpha.user.id, ['page:forms', 'submission:update'], {
      companyId: alpha.company.id,
    })
    expect((await update(task.id, { done: true }, key)).status).toBe(200)
    expect((await notices(key)).status).toBe(403)
  })
})

describe('notices', () => {
  it('tell of mentions, assignments, tasks and due tasks, and are read one by one', async () => {
    await system((db) => db.notice.deleteMany())
    await call(url, 'POST', `/form/submissions/${id}/notes`, {
      token: alpha.token,
      body: { text: `@${lee.name} and @${alpha.user.name}, please look` },
    })
    const { updatedAt } = await system((db) => db.submissionDesk.findUniqueOrThrow({ where: { id } }))
    const owned = await call(url, 'PUT', `/form/submissions/${id}/owner`, {
      token: alpha.token,
      body: { userId: lee.id, updatedAt: updatedAt.toISOString() },
    })
    expect(owned.status).toBe(200)
    const due = await made({ ownerId: lee.id, dueAt: new Date(Date.now() - DAY_MS).toISOString() })
    await made({ ownerId: lee.id, dueAt: new Date(Date.now() + DAY_MS).toISOString() })
    const { rows, unread } = await notices(leeToken)
    expect(rows.map(({ kind }) => kind)).toEqual(['task', 'task', 'assignment', 'mention', 'due'])
    expect(unread).toBe(5)
    expect(rows[3]).toMatchObject({ submissionId: id, actorName: alpha.user.name, readAt: null })
    expect(rows[4]?.id).toBe(due.id)
    expect((await notices(alpha.token)).rows).toEqual([])

    const ids = rows.map((row) => row.id)
    expect((await read(ids, beta.token)).body.data).toEqual({ unread: 0 })
    expect((await notices(leeToken)).unread).toBe(5)
    expect((await read([ids[4] ?? '', ids[3] ?? ''], leeToken)).body.data).toEqual({ unread: 3 })
    expect((await notices(leeToken)).rows.map(({ readAt }) => readAt === null)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    // The task is as it was read.
    expect((await update(due.id, { dueAt: '2026-01-01', updatedAt: due.updatedAt })).status).toBe(200)
    expect((await notices(leeToken)).unread).toBe(4)
    await update(due.id, { done: true })
    expect((await notices(leeToken)).rows.map(({ kind }) => kind)).not.toContain('due')
  })

  it('are all read in turn, however many came', async () => {
    await system((db) => db.notice.deleteMany())
    await system((db) => db.task.deleteMany())
    const about = { userId: lee.id, companyId: alpha.company.id, submissionId: id } as const
    const many = Array.from({ length: LIMITS.notices + 5 }, () => ({ ...about, kind: 'arrival' as const }))
    await system((db) => db.notice.createMany({ data: many }))
    await made({ ownerId: lee.id, dueAt: '2026-01-01' }, leeToken)
    const readAll = async () => {
      const ids = (await notices(leeToken)).rows.flatMap((row) => (row.readAt === null ? [row.id] : []))
      return [ids.length, (await read(ids, leeToken)).body.data]
    }
    expect(await readAll()).toEqual([LIMITS.notices, { unread: 6 }])
    expect(await readAll()).toEqual([6, { unread: 0 }])
    const { rows } = await notices(leeToken)
    expect(rows).toHaveLength(LIMITS.notices)
    const times = rows.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().toReversed())
    await system((db) => db.notice.deleteMany())
  })

  it('are not shown of a submission that the user no longer sees', async () => {
    const role = await makeRole(services, {
      companyId: alpha.company.id,
      permissions: ['page:forms', 'submission:update'],
    })
    const user = await makeUser(services, { companyId: alpha.company.id, roleId: role.id })
    const token = await signIn(url, user.email)
    await made({ ownerId: user.id, dueAt: '2026-01-01' })
    expect((await notices(token)).unread).toBe(2)
    await system((db) => db.role.update({ where: { id: role.id }, data: { scope: 'own' } }))
    expect(await notices(token)).toEqual({ status: 200, rows: [], unread: 0 })
    await system((db) => db.user.update({ where: { id: user.id }, data: { active: false } }))
    expect((await notices(token)).status).toBe(401)
  })

  it('come from somebody who gives a submission away, too', async () => {
    const own = await member('own', ['page:forms', 'submission:update'])
    await system((db) => db.submissionDesk.update({ where: { id: second }, data: { ownerId: own.user.id } }))
    const { updatedAt } = await system((db) => db.submissionDesk.findUniqueOrThrow({ where: { id: second } }))
    const before = (await notices(leeToken)).rows.length
    const given = await call(url, 'PUT', `/form/submissions/${second}/owner`, {
      token: own.token,
      body: { userId: lee.id, updatedAt: updatedAt.toISOString() },
    })
    expect(given.status).toBe(200)
    expect((await notices(leeToken)).rows).toHaveLength(before + 1)
  })

  it('name no applicant, and provider’s users have theirs', async () => {
    expect(JSON.stringify((await notices(leeToken)).rows)).not.toContain('Ash')
    const task = await made({ dueAt: '2026-01-01' }, admin)
    expect((await notices(admin)).rows).toMatchObject([{ id: task.id, kind: 'due' }])
  })
})
