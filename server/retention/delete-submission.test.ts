import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import type { Permission } from '#domain/permissions'
import { applicationPdf } from '../jobs/application-pdf.job.ts'
import { sweepFormSessions } from '../platform/files/sweep-form-sessions.ts'
import { addJob } from '../platform/queue/add-job.ts'
import { submitApplication } from '../test/support/applicant.ts'
import { projectRoot } from '../project-root.ts'
import { call, makeApiKey, makeRole, makeUser, signIn, TEST_PASSWORD } from '../test/support/factories.ts'
import { registerSubmission } from '../registrations/register.service.ts'
import { makeReceiptToken } from '../applicant/receipt-token.ts'
import { startRetentionTests } from './retention.fixture.ts'

const { url, services, storage, system, tenant, apply, exists, audited, hold, admin } =
  await startRetentionTests()

const REASON = 'Asked for by e-mail'
const remove = (id: string, token: string, body: object = { reason: REASON }) =>
  call(url, 'POST', `/form/submissions/${id}/delete`, { token, body })

describe('a submission that is deleted on request', () => {
  it('leaves no PDF in the store where one was just being made', async () => {
    const { link, token } = await tenant()
    const { id } = await apply(link.slug)
    const render: typeof services.pdfs.render = async (application) => {
      expect(await remove(id, token)).toMatchObject({ status: 200 })
      return services.pdfs.render(application)
    }
    await applicationPdf({ ...services, pdfs: { ...services.pdfs, render } }, { id })
    expect(await storage.exists(`pdfs/${id}`)).toBe(false)
  })

  it('is destroyed with its files, jobs and key; who, when and why stays, and an event tells of it', async () => {
    const { company, link, boss, token } = await tenant()
    const { id, session } = await apply(link.slug, { files: 2 })
    const other = await apply(link.slug)
    await storage.put(`pdfs/${id}`, Readable.from([Buffer.from('x')]))
    await registerSubmission(services, { id })
    await services.db.system('test').write((tx) => addJob(tx, 'application-pdf', { id }))
    const { documents, wrappedKey } = await system((db) =>
      db.formSession.findUniqueOrThrow({ where: { id }, include: { documents: true } }),
    )
    const { body: state } = await call(url, 'POST', '/application/state', {
      body: { token: makeReceiptToken(services.keys, id) },
    })
    expect(state.status).toBe('success')

    expect(await remove(id, token)).toMatchObject({ status: 200, body: { data: { id } } })

    expect([await exists(id), await exists(other.id)]).toEqual([false, true])
    for (const { storedAs } of documents) expect(await storage.exists(storedAs)).toBe(false)
    expect(await storage.exists(`pdfs/${id}`)).toBe(false)
    expect(await system((db) => db.document.count({ where: { formSessionId: id } }))).toBe(0)
    const jobs = await system(
      (db) => db.$queryRaw<object[]>`SELECT key FROM graphile_worker.jobs WHERE key LIKE '%' || ${id} || '%'`,
    )
    expect(jobs).toEqual([])
    const kept = await system((db) => db.formSession.findUniqueOrThrow({ where: { id } }))
    expect(Buffer.from(kept.wrappedKey).equals(wrappedKey)).toBe(false)
    expect((await audited(id)).at(-1)).toMatchObject({
      act: 'submission-deleted',
      actorId: boss.id,
      companyId: company.id,
      objectType: 'submission',
      detail: { reason: REASON, documents: 2 },
    })
    await system((db) => db.$executeRaw`SELECT intake_place_events(1000)`)
    const { body: events } = await call(url, 'GET', '/events', { token })
    expect(events.data).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({
          type: 'submission.deleted',
          data: { companyId: company.id, submissionId: id, actor: 'staff' },
        }),
      ]) as object,
    )
    expect(await system((db) => db.registration.count({ where: { id } }))).toBe(1)

    const asked = await Promise.all([
      call(url, 'POST', '/application/state', { body: { token: makeReceiptToken(services.keys, id) } }),
      call(url, 'POST', `/form/submissions/${id}/views`, { token }),
      remove(id, token),
    ])
    expect(asked.map(({ body }) => body.code)).toEqual(['link_ended', 'not_found', 'not_found'])

    // A phone that was offline sends it again.
    const again = () => submitApplication(url, session, { legalName: 'Gone Bakery LLC' }, link.slug)
    expect(await again()).toMatchObject({ status: 400, body: { code: 'session_expired' } })
    await sweepFormSessions(services)
    expect(await again()).toMatchObject({ status: 400, body: { code: 'session_expired' } })
    expect(await exists(id)).toBe(false)
    const later = new Date(Date.now() - LIMITS.untouchedSessionHours * 3_600_000 - 1000)
    await system((db) => db.formSession.update({ where: { id }, data: { createdAt: later } }))
    await sweepFormSessions(services)
    expect(await system((db) => db.formSession.count({ where: { id } }))).toBe(0)
  })

  it('is refused while it is on legal hold, without a reason, and without a confirmed password', async () => {
    const { link, boss, token } = await tenant()
    const { id } = await apply(link.slug)
    for (const body of [{}, { reason: ' ' }, { reason: 'x'.repeat(201) }])
      expect((await remove(id, token, body)).status).toBe(400)
    await hold(id, token)
    expect(await remove(id, token)).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        error: 'This submission is on legal hold. Lift the hold before you delete it.',
      },
    })
    await hold(id, token, { hold: false })
    await system((db) =>
      db.loginSession.updateMany({ where: { userId: boss.id }, data: { confirmedAt: new Date(0) } }),
    )
    expect((await remove(id, token)).body.code).toBe('password_needed')
    expect(await exists(id)).toBe(true)
    const { status } = await call(url, 'POST', '/user/me/confirm', {
      token,
      body: { password: TEST_PASSWORD },
    })
    expect(status).toBe(200)
    expect((await remove(id, token)).status).toBe(200)
  })

  it('takes its own permission, and is closed to another company and to API keys', async () => {
    const { company, link, boss, token } = await tenant()
    const { id } = await apply(link.slug)
    const role = await makeRole(services, {
      companyId: company.id,
      permissions: ['page:forms', 'submission:update', 'submission:decide'],
    })
    const staff = await makeUser(services, { companyId: company.id, roleId: role.id })
    expect((await remove(id, await signIn(url, staff.email))).status).toBe(403)
    expect((await remove(id, (await tenant()).token)).status).toBe(404)
    const key = await makeApiKey(services, boss.id, ['page:forms', 'submission:delete'], {
      companyId: company.id,
    })
    expect((await remove(id, key)).status).toBe(403)
    const wished = { name: 'CRM', permissions: ['submission:delete'], expiresInDays: 30 }
    expect((await call(url, 'POST', '/api-key/create', { token, body: wished })).status).toBe(400)
    expect(await exists(id)).toBe(true)
    expect((await remove(id, admin)).status).toBe(200)
  })
})

it('is given to company administrators of earlier releases, and to nobody else', async () => {
  const { company } = await tenant()
  const permissions: Permission[] = [
    'page:main' as const,
    'page:forms' as const,
    'submission:update' as const,
    'submission:decide' as const,
    'action:edit' as const,
  ]
  const make = (changes: { isStatic: boolean; permissions: Permission[] }) =>
    system((db) =>
      db.role.create({ data: { name: 'Boss', userType: 'company', companyId: company.id, ...changes } }),
    )
  const roles = await Promise.all([
    make({ isStatic: true, permissions }),
    make({ isStatic: false, permissions }),
    make({ isStatic: true, permissions: ['page:main'] }),
  ])
  const file = path.join(projectRoot, 'prisma/adopt/0.2.0.sql')
  const [sql = ''] = /^UPDATE "Role"[^;]+;/m.exec(await readFile(file, 'utf8')) ?? []
  for (let time = 0; time < 2; time += 1) await system((db) => db.$executeRawUnsafe(sql))
  const after = await Promise.all(
    roles.map(({ id }) => system((db) => db.role.findUniqueOrThrow({ where: { id } }))),
  )
  expect(after.map((role) => role.permissions)).toEqual([
    [...permissions.slice(0, 4), 'submission:delete', 'action:edit'],
    permissions,
    ['page:main'],
  ])
})
