import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { LIMITS } from '#domain/limits'
import { call, makeRole, makeUser, signIn } from '../test/support/factories.ts'
import { startRetentionTests } from './retention.fixture.ts'

const {
  url,
  services,
  adminUrl,
  DAY_MS,
  inDays,
  system,
  tenant,
  apply,
  idsOf,
  destroyed,
  exists,
  audited,
  hold,
  admin,
} = await startRetentionTests()

describe('a legal hold', () => {
  it('keeps a submission, whatever its age, and shows who put it there and why', async () => {
    const { company, link, boss, token } = await tenant(30)
    const { id } = await apply(link.slug)
    const held = await hold(id, token)
    expect(held).toMatchObject({
      status: 200,
      body: { data: { id, legalHold: { by: boss.name, reason: 'Smith v. Acme' }, keptUntil: null } },
    })
    expect(await hold(id, token)).toEqual({ ...held, headers: expect.anything() })
    const view = await call(url, 'POST', `/form/submissions/${id}/views`, { token })
    expect(view.body.data).toMatchObject({ legalHold: { by: boss.name, reason: 'Smith v. Acme' } })
    // Lists show and find it.
    const listed = async (onHold: boolean, by = token) => {
      const filter = encodeURIComponent(JSON.stringify({ onHold }))
      return (await call(url, 'GET', `/form/submissions?filter=${filter}`, { token: by })).body.data
    }
    const free = await apply(link.slug, { files: 0 })
    expect(await listed(true)).toMatchObject([{ id, onHold: true }])
    expect(await listed(false)).toMatchObject([{ id: free.id, onHold: false }])
    expect(await listed(true, (await tenant()).token)).toEqual([])
    await system((db) =>
      db.submissionDesk.update({ where: { id: free.id }, data: { legalHoldAt: new Date() } }),
    )
    expect(await destroyed(inDays(5000))).toEqual([])
    expect(await exists(id)).toBe(true)

    const released = await hold(id, token, { hold: false })
    expect(released.body.data).toMatchObject({ legalHold: null, keptUntil: expect.any(String) })
    const { keptUntil } = released.body.data as { keptUntil: string }
    expect(new Date(keptUntil).getTime() - Date.now()).toBeGreaterThan(DAY_MS - 60_000)
    expect((await audited(id)).filter(({ act }) => act !== 'submission-viewed')).toMatchObject([
      {
        act: 'submission-held',
        companyId: company.id,
        actorId: boss.id,
        detail: { before: { held: false }, after: { held: true, reason: 'Smith v. Acme' } },
      },
      { act: 'submission-released', detail: { before: { held: true }, after: { held: false } } },
    ])
    expect(idsOf(await destroyed(inDays(32)))).toEqual([id])
  })

  it('that is lifted from an overdue submission can be thought over for a day', async () => {
    const { link, token } = await tenant(30)
    const { id } = await apply(link.slug, { files: 0 })
    await system((db) =>
      db.formSubmission.update({ where: { id }, data: { createdAt: new Date('2026-01-05T10:00:00Z') } }),
    )
    await hold(id, token)
    await hold(id, token, { hold: false })
    expect(await destroyed(inDays(0.99))).toEqual([])
    expect(idsOf(await destroyed(inDays(1.01)))).toEqual([id])
  })

  it("is the company type's and the admins' to put and lift, in their own reach", async () => {
    const { company, link } = await tenant()
    const { id } = await apply(link.slug, { files: 0 })
    const role = await makeRole(services, {
      companyId: company.id,
      permissions: ['page:forms', 'company:update', 'userType:company'],
    })
    const staff = await makeUser(services, { companyId: company.id, roleId: role.id })
    expect((await hold(id, await signIn(url, staff.email))).status).toBe(403)
    expect((await hold(id, (await tenant()).token)).status).toBe(404)
    expect((await hold('none', admin)).status).toBe(404)
    expect((await hold(id, admin)).status).toBe(200)
    expect(await hold(id, admin, { hold: 'false' })).toMatchObject({ status: 400 })
    expect(await hold(id, admin, { hold: true, reason: 'x'.repeat(LIMITS.textLength + 1) })).toMatchObject({
      status: 400,
      body: { fields: { reason: expect.any(String) } },
    })
  })

  it('that comes first stops what is about to destroy the submission', async () => {
    const { link } = await tenant(30)
    const { id } = await apply(link.slug, { files: 0 })
    const { lock, release } = await lockedBy(async (client) => {
      await client.query(`UPDATE "SubmissionDesk" SET "legalHoldAt" = now() WHERE "id" = $1`, [id])
    })
    const destroying = destroyed(inDays(32))
    await lock.waitedFor()
    await release()
    expect(await destroying).toEqual([])
    expect(await exists(id)).toBe(true)
  })

  it('that comes second finds the submission gone', async () => {
    const { link, token } = await tenant(30)
    const { id } = await apply(link.slug, { files: 0 })
    const { lock, release } = await lockedBy(async (client) => {
      await client.query(`SET LOCAL intake.scope = 'system'`)
      await client.query(`SELECT 1 FROM "FormSubmission" WHERE "id" = $1 FOR UPDATE`, [id])
      await client.query(`DELETE FROM "FormSubmission" WHERE "id" = $1`, [id])
    })
    const holding = hold(id, token)
    await lock.waitedFor()
    await release()
    expect(await holding).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('is safe from a period that becomes longer while its submission is about to be destroyed', async () => {
    const { company, link } = await tenant(30)
    const { id } = await apply(link.slug, { files: 0 })
    const { lock, release } = await lockedBy(async (client) => {
      await client.query(`UPDATE "Company" SET "retentionDays" = 3650 WHERE "id" = $1`, [company.id])
    })
    const destroying = destroyed(inDays(32))
    await lock.waitedFor()
    await release()
    expect(await destroying).toEqual([])
    expect(await exists(id)).toBe(true)
  })
})

describe('a destruction', () => {
  it('waits for a note that is being added', async () => {
    const { link, token } = await tenant(30)
    const { id } = await apply(link.slug, { files: 0 })
    const { lock, release } = await lockedBy(async (db) => {
      await db.query(`SELECT 1 FROM "SubmissionDesk" WHERE "id" = $1 FOR UPDATE`, [id])
    })
    const adding = call(url, 'POST', `/form/submissions/${id}/notes`, { token, body: { text: 'Called' } })
    await lock.waitedFor()
    const destroying = destroyed(inDays(32))
    await lock.waitedFor(2)
    await release()
    expect([(await adding).status, idsOf(await destroying)]).toEqual([200, [id]])
  })

  it('waits for a request that moves the submission', async () => {
    const { link, token } = await tenant(30)
    const { id } = await apply(link.slug, { files: 0 })
    // The request has the form session by then, and not yet the row of the desk.
    const { lock, release } = await lockedBy(async (db) => {
      await db.query('LOCK TABLE "SubmissionRequest"')
    })
    const items = [{ kind: 'answer', question: 'Who is your landlord?' }]
    const asking = call(url, 'POST', `/form/submissions/${id}/requests`, { token, body: { items } })
    await lock.waitedFor()
    const destroying = destroyed(inDays(32))
    await lock.waitedFor(2)
    await release()
    expect([(await asking).status, idsOf(await destroying)]).toEqual([200, [id]])
  })

  it('waits for a document that is being described', async () => {
    const { link, token } = await tenant(30)
    const { id } = await apply(link.slug)
    const { id: document } = await system((db) =>
      db.document.findFirstOrThrow({ where: { formSessionId: id } }),
    )
    const { lock, release } = await lockedBy(async (db) => {
      await db.query(`SELECT 1 FROM "SubmissionDesk" WHERE "id" = $1 FOR UPDATE`, [id])
    })
    const body = { documentType: 'bankStatements', statementMonth: '2026-10' }
    const describing = call(url, 'PUT', `/documents/${document}`, { token, body })
    await lock.waitedFor()
    const destroying = destroyed(inDays(32))
    await lock.waitedFor(2)
    await release()
    expect([(await describing).status, idsOf(await destroying)]).toEqual([200, [id]])
  })

  it('waits for figures of statements that are being changed', async () => {
    const { link } = await tenant(30)
    const { id } = await apply(link.slug, { files: 0 })
    const { client, lock, release } = await lockedBy(async (db) => {
      await db.query(`SELECT 1 FROM "FormSubmission" WHERE "id" = $1 FOR NO KEY UPDATE`, [id])
    })
    const destroying = destroyed(inDays(32))
    await lock.waitedFor()
    await client.query(`SELECT 1 FROM "SubmissionDesk" WHERE "id" = $1 FOR NO KEY UPDATE`, [id])
    await release()
    expect(idsOf(await destroying)).toEqual([id])
  })
})

/** A transaction beside the server's that has done `work` and keeps its locks until it is released. */
async function lockedBy(work: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query('BEGIN')
  await work(client)
  const waiting = async (count: number) => {
    const { rows } = await client.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rows.length >= count
  }
  return {
    client,
    lock: {
      waitedFor: (count = 1) => vi.waitUntil(() => waiting(count), { timeout: 60_000, interval: 20 }),
    },
    release: async () => {
      await client.query('COMMIT')
      await client.end()
    },
  }
}
