import { stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { LIMITS } from '#domain/limits'
import type { Permission } from '#domain/permissions'
import { asSystem, withSystem } from '../../auth/actor.ts'
import { sweepFiles } from '../../files/sweep-files.ts'
import { addJob } from '../../queue/add-job.ts'
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
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'
import { upload } from '../../test/support/uploads.ts'
import { isDryRun } from '../../tools/dry-run.ts'
import { retentionCommand } from '../../tools/retention-command.ts'
import { destroyDue } from './destroy.service.ts'
import { findDue, type Due } from './find-due.ts'

const { url, services, adminUrl, log } = await startTestServer({ seedDemo: false })
const { config, storage } = services

const DAY_MS = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
const system = <T>(work: Parameters<typeof asSystem<T>>[2]) => asSystem(services.db, 'test', work)

/** A company with a link and somebody who runs it; `days`: its period, in force since yesterday. */
async function tenant(days: number | null = null) {
  const company = await makeCompany(services, { retentionDays: days })
  const link = await makeLink(services, company.id)
  const boss = await makeCompanyAdmin(services, company.id)
  return { company, link, boss, token: await signIn(url, boss.email) }
}

/** An application with so many statements, as an applicant sends it. */
async function apply(
  slug: string,
  { files = 1, name = 'statement.pdf', legalName = 'Gone Bakery LLC', taxId = '12-3456789' } = {},
) {
  const session = await openFormSession(url, slug)
  for (let file = 0; file < files; file += 1) {
    const answer = await upload(url, { name, headers: { 'x-form-session': session } })
    expect(answer.status).toBe(200)
  }
  const { body } = await submitApplication(url, session, { legalName, taxId }, slug)
  return { id: body.data?.id ?? '', session }
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
const destroyed = async (now: Date) => {
  const gone: Due[] = []
  const count = await destroyDue(services, now, (submission) => gone.push(submission))
  expect(count).toBe(gone.length)
  return gone
}
const found = async (now: Date, by: Parameters<typeof findDue>[0] = services) => {
  const due: Due[] = []
  for await (const submission of findDue(by, now)) due.push(submission)
  return due
}
const exists = async (id: string) => (await system((db) => db.formSubmission.count({ where: { id } }))) === 1
const filesOf = (id: string) =>
  system((db) => db.document.findMany({ where: { formSessionId: id }, select: { storedAs: true } }))
const audited = (objectId: string) =>
  system((db) => db.auditEntry.findMany({ where: { objectId }, orderBy: { id: 'asc' } }))
const hold = (id: string, token: string, body: object = { hold: true, reason: 'Smith v. Acme' }) =>
  call(url, 'PUT', `/form/submissions/${id}/hold`, { token, body })
const retention = (id: string, token: string, query = '') =>
  call(url, 'GET', `/company/${id}/retention${query}`, { token })
const update = (id: string, token: string, body: object) =>
  call(url, 'PUT', `/company/update/${id}`, { token, body })

let admin = ''
beforeAll(async () => {
  admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
})
// What a test leaves over its period is not to be destroyed by the next one.
afterEach(async () => {
  vi.useRealTimers()
  await system((db) => db.company.updateMany({ data: { retentionDays: null } }))
})

describe('a submission whose period is over', () => {
  it('is destroyed with its answers, its key, its files and its jobs, and that is written down', async () => {
    const { company, link, boss, token } = await tenant(30)
    const { id, session } = await apply(link.slug, { files: 2 })
    const younger = await tenant(60)
    const kept = await apply(younger.link.slug)
    const unlimited = await apply((await tenant()).link.slug)
    await storage.put(`pdfs/${id}`, Readable.from([Buffer.from('x')]))
    await withSystem(services.db, 'test', async (tx) => {
      await addJob(tx, 'application-pdf', { id })
      await addJob(tx, 'notify', { id, to: 'a@b.example' })
      await tx.formSubmission.update({ where: { id }, data: { pdfState: 'ready', pdfFile: `pdfs/${id}` } })
    })
    const files = [...(await filesOf(id)).map(({ storedAs }) => storedAs), `pdfs/${id}`]
    expect(files).toHaveLength(3)

    expect(await destroyed(inDays(29))).toEqual([])
    expect(idsOf(await found(inDays(32)))).toEqual([id])
    expect(await exists(id)).toBe(true)
    expect(await destroyed(inDays(32))).toMatchObject([{ id, companyId: company.id, documents: 2 }])

    expect(await exists(id)).toBe(false)
    expect(await system((db) => db.formSession.count({ where: { id } }))).toBe(0)
    expect(await filesOf(id)).toEqual([])
    for (const name of files) expect(await storage.exists(name)).toBe(false)
    const jobs = await system(
      (db) =>
        db.$queryRaw<
          { key: string }[]
        >`SELECT key FROM graphile_worker.jobs WHERE key LIKE '%' || ${id} || '%'`,
    )
    expect(jobs).toEqual([])
    expect(await audited(id)).toMatchObject([
      {
        act: 'submission-destroyed',
        actorId: null,
        actorName: 'System',
        companyId: company.id,
        objectType: 'submission',
        detail: { days: 30, documents: 2, receivedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
      },
    ])
    expect(await exists(kept.id)).toBe(true)
    expect(await exists(unlimited.id)).toBe(true)
    expect(await system((db) => db.generatedLink.count({ where: { id: link.id } }))).toBe(1)
    expect(await system((db) => db.user.count({ where: { id: boss.id } }))).toBe(1)

    const { body } = await call(
      url,
      'GET',
      `/form/submissions?filter=${encodeURIComponent(JSON.stringify({ q: 'Gone' }))}`,
      { token },
    )
    expect(body).toMatchObject({ total: 0 })
    for (const [method, pathname] of [
      ['POST', `/form/submissions/${id}/views`],
      ['GET', `/form/submissions/${id}`],
      ['GET', `/form/pdf/${id}`],
      ['PUT', `/form/submissions/${id}/hold`],
    ] as const) {
      const answer = await call(url, method, pathname, {
        token,
        ...(method === 'PUT' && { body: { hold: true } }),
      })
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
    }
    const history = await call(
      url,
      'GET',
      `/audit/get?filter=${encodeURIComponent(JSON.stringify({ submission: id }))}`,
      { token },
    )
    expect(history.body).toMatchObject({ data: [{ act: 'submission-destroyed', actor: { name: 'System' } }] })

    // By then the token of its form is too old to be taken for a new one.
    vi.useFakeTimers({ toFake: ['Date'], now: inDays(32) })
    expect(await submitApplication(url, session, { legalName: 'Gone Bakery LLC' }, link.slug)).toMatchObject({
      status: 400,
      body: { code: 'session_expired' },
    })
    expect(await exists(id)).toBe(false)
  })

  it('stays while the token of its form could still store it again', async () => {
    const { link } = await tenant(30)
    const { id } = await apply(link.slug, { files: 0 })
    const patient = { ...services, config: { ...config, draftDays: 90 } }
    expect(idsOf(await found(inDays(89), patient))).not.toContain(id)
    expect(idsOf(await found(inDays(92), patient))).toContain(id)
  })

  it('leaves nothing in the columns that are searched, nor in what the log says', async () => {
    const { link } = await tenant(30)
    const legalName = 'Vanishing Point Freight LLC'
    const { id } = await apply(link.slug, { legalName, taxId: '98-7650321', name: 'vanishing.pdf' })
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    // As what an operator may have follow the deletions.
    await client.query(`
      CREATE TABLE "DeletedRow" ("line" text);
      CREATE FUNCTION keep_deleted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
        'BEGIN INSERT INTO public."DeletedRow" VALUES (OLD::text); RETURN OLD; END'`)
    for (const table of ['FormSubmission', 'FormSession', 'Document']) {
      await client.query(`CREATE TRIGGER keep_deleted BEFORE DELETE ON "${table}"
        FOR EACH ROW EXECUTE FUNCTION keep_deleted()`)
    }
    const { rows: before } = await client.query<{ wrappedKey: Buffer; taxIdHash: string }>(
      `SELECT session."wrappedKey", "taxIdHash" FROM "FormSession" session JOIN "FormSubmission" USING ("id")
       WHERE "id" = $1`,
      [id],
    )
    const { wrappedKey, taxIdHash } = before[0] ?? { wrappedKey: Buffer.alloc(0), taxIdHash: '' }
    const traces = [legalName.toLowerCase(), 'vanishing.pdf', wrappedKey.toString('hex'), taxIdHash]
    expect(traces).not.toContain('')
    await destroyed(inDays(32))
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    )
    for (const { name } of tables) {
      const { rows } = await client.query<{ line: string }>(`SELECT t::text AS line FROM ${name} t`)
      const text = rows
        .map(({ line }) => line)
        .join('\n')
        .toLowerCase()
      expect([name, traces.filter((trace) => text.includes(trace))]).toEqual([name, []])
      if (!/AuditEntry|DeletedRow/.test(name)) expect([name, text.includes(id)]).toEqual([name, false])
    }
    const { rows: statistics } = await client.query<{ vacuumed: boolean }>(
      `SELECT bool_and(last_vacuum IS NOT NULL) AS vacuumed FROM pg_stat_user_tables
       WHERE relname IN ('FormSubmission', 'FormSession', 'Document')`,
    )
    await client.end()
    expect(statistics).toEqual([{ vacuumed: true }])
    expect(log.join('\n')).not.toContain(legalName)
  })

  it('has its files swept where the process was killed before they were removed', async () => {
    const { link } = await tenant(30)
    const { id } = await apply(link.slug)
    const [{ storedAs } = { storedAs: '' }] = await filesOf(id)
    const killed = { ...storage, remove: () => Promise.reject(new Error('killed')) }
    await destroyDue({ ...services, storage: killed }, inDays(32))
    expect([await exists(id), await storage.exists(storedAs)]).toEqual([false, true])
    const long = new Date(Date.now() - DAY_MS)
    await utimes(path.join(config.dataDir, 'files', storedAs), long, long)
    await sweepFiles(services)
    expect(await storage.exists(storedAs)).toBe(false)
  })

  it('is found page by page, so that however many there are, few are in memory', async () => {
    const { link } = await tenant(30)
    const created = new Date('2026-01-05T10:00:00Z')
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.push((await apply(link.slug, { files: 0 })).id)
    const at = (createdAt: Date, id: string) =>
      system((db) => db.formSubmission.update({ where: { id }, data: { createdAt } }))
    // Two of the same moment, on either side of a page's end.
    for (const [place, id] of ids.entries())
      await at(new Date(created.getTime() + 1000 * (place > 1 ? place - 1 : place)), id)
    const inOrder = [ids[0], ...[ids[1], ids[2]].sort(), ids[3], ids[4]]
    const seen: string[] = []
    for await (const { id } of findDue(services, new Date(), 2)) {
      seen.push(id)
      // Not read yet, so it is heeded.
      if (seen.length === 2) await hold(ids[4] ?? '', admin)
    }
    expect(seen).toEqual(inOrder.slice(0, 4))
  })

  it('stays whole where its destruction fails, and holds up no other', async () => {
    const { link } = await tenant(30)
    const [stuck, free] = [await apply(link.slug), await apply(link.slug)]
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    await client.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no''; END';
      CREATE TRIGGER refuse BEFORE DELETE ON "FormSession" FOR EACH ROW
        WHEN (OLD."id" = '${stuck.id}') EXECUTE FUNCTION refuse()`)
    await expect(destroyed(inDays(32))).rejects.toThrow()
    await client.query('DROP TRIGGER refuse ON "FormSession"')
    await client.end()
    expect([await exists(stuck.id), await exists(free.id)]).toEqual([true, false])
    const [{ storedAs } = { storedAs: '' }] = await filesOf(stuck.id)
    expect(await storage.exists(storedAs)).toBe(true)
    expect(await audited(stuck.id)).toEqual([])
    expect((await call(url, 'GET', `/form/submissions/${stuck.id}`, { token: admin })).status).toBe(200)
    expect(idsOf(await destroyed(inDays(32)))).toEqual([stuck.id])
  })
})

describe('a period', () => {
  it('is set, read, changed and taken back with the company, and that is written down', async () => {
    const { company, token } = await tenant()
    expect((await call(url, 'GET', `/company/get/${company.id}`, { token })).body.data).toMatchObject({
      retentionDays: null,
      retentionFrom: null,
    })
    const set = await update(company.id, token, { retentionDays: 365 })
    expect(set.body.data).toMatchObject({ retentionDays: 365, retentionFrom: expect.any(String) })
    expect((await update(company.id, token, { nameIn: 'Other' })).body.data).toMatchObject({
      retentionDays: 365,
    })
    const cleared = await update(company.id, token, { retentionDays: null })
    expect(cleared.body.data).toMatchObject({ retentionDays: null, retentionFrom: null })
    const [first] = await audited(company.id)
    expect(first).toMatchObject({
      act: 'company-updated',
      detail: { before: { retentionDays: null }, after: { retentionDays: 365 } },
    })
    const made = await call(url, 'POST', '/company/create', {
      token: admin,
      body: { nameIn: 'New', nameOut: 'New', retentionDays: 90 },
    })
    expect(made.body.data).toMatchObject({ retentionDays: 90, retentionFrom: null })
  })

  it.each([29, 3651, 90.5, '90', true])('of %j is refused', async (retentionDays) => {
    const { company, token } = await tenant()
    expect(await update(company.id, token, { retentionDays })).toMatchObject({
      status: 400,
      body: { fields: { retentionDays: expect.any(String) } },
    })
  })

  it('that is shorter or the first has nothing destroyed for a day; a longer one changes no date', async () => {
    const { company, link, boss } = await tenant()
    const { id } = await apply(link.slug, { files: 0 })
    vi.useFakeTimers({ toFake: ['Date'], now: inDays(100) })
    const late = await services.sessions.start(boss.id, { ip: '127.0.0.1', userAgent: 'test' })
    const changed = await update(company.id, late, { retentionDays: 90 })
    expect(changed.body.data).toMatchObject({
      retentionFrom: new Date(Date.now() + LIMITS.retentionGraceHours * 60 * 60 * 1000).toISOString(),
    })
    expect(await destroyed(new Date())).toEqual([])
    const longer = await update(company.id, late, { retentionDays: 95 })
    expect(longer.body.data).toMatchObject({
      retentionFrom: (changed.body.data as { retentionFrom: string }).retentionFrom,
    })
    vi.setSystemTime(Date.now() + DAY_MS - 1000)
    expect(await destroyed(new Date())).toEqual([])
    vi.setSystemTime(Date.now() + 1000)
    expect(idsOf(await destroyed(new Date()))).toEqual([id])
  })
})

describe('a dry run', () => {
  it('says what goes, what is held, what comes next and from when, and destroys nothing', async () => {
    const { company, link, token } = await tenant(30)
    const [first, held, second] = [
      await apply(link.slug, { files: 0, legalName: 'First LLC' }),
      await apply(link.slug, { files: 0, legalName: 'Held LLC' }),
      await apply(link.slug, { files: 0, legalName: 'Second LLC' }),
    ]
    await system((db) =>
      db.formSubmission.updateMany({
        where: { id: { in: [first.id, held.id] } },
        data: { createdAt: new Date('2026-01-05T10:00:00Z') },
      }),
    )
    await hold(held.id, token)
    const now = await retention(company.id, token)
    expect(now).toMatchObject({
      status: 200,
      body: {
        data: {
          retentionDays: 30,
          from: null,
          due: 1,
          onHold: 1,
          next: [{ submissions: 1, day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }],
          submissions: [{ id: first.id, legalName: 'First LLC', destroyedFrom: '2026-02-05T00:00:00.000Z' }],
        },
      },
    })
    const proposed = await retention(company.id, token, '?days=3650')
    expect(proposed.body.data).toMatchObject({ retentionDays: 3650, due: 0, submissions: [] })
    expect(await exists(first.id)).toBe(true)
    expect(await exists(second.id)).toBe(true)

    const never = await tenant()
    expect((await retention(never.company.id, never.token)).body.data).toEqual({
      retentionDays: null,
      from: null,
      due: 0,
      onHold: 0,
      next: [],
      submissions: [],
    })
    const asked = await retention(never.company.id, never.token, '?days=40')
    expect(asked.body.data).toMatchObject({ retentionDays: 40, from: expect.any(String) })
    expect((await retention(never.company.id, never.token, '?days=7')).status).toBe(400)
    expect((await retention(never.company.id, never.token, '?days=x')).status).toBe(400)
    await destroyed(new Date())
    expect(await exists(first.id)).toBe(false)
  })

  it('is for admins and those who may change their own company; names for those who see submissions', async () => {
    const { company, link, token } = await tenant(30)
    const { id } = await apply(link.slug, { files: 0 })
    await system((db) =>
      db.formSubmission.update({ where: { id }, data: { createdAt: new Date('2026-01-05T10:00:00Z') } }),
    )
    expect((await retention(company.id, admin)).status).toBe(200)
    expect((await retention(company.id, (await tenant()).token)).status).toBe(404)
    const as = async (permissions: Permission[]) => {
      const role = await makeRole(services, { companyId: company.id, permissions })
      return signIn(url, (await makeUser(services, { companyId: company.id, roleId: role.id })).email)
    }
    expect((await retention(company.id, await as(['page:forms', 'page:companies']))).status).toBe(403)
    expect((await retention(company.id, await as(['company:update']))).body.data).toMatchObject({
      submissions: [{ id, legalName: null }],
    })
    expect((await call(url, 'GET', `/company/${company.id}/retention`)).status).toBe(401)
    await hold(id, token)
  })

  it('by the command lists ids, dates and counts and leaves everything; without the flag it destroys', async () => {
    const { company, link } = await tenant(30)
    const { id } = await apply(link.slug, { legalName: 'Unspoken LLC' })
    await system((db) =>
      db.formSubmission.update({ where: { id }, data: { createdAt: new Date('2026-01-05T10:00:00Z') } }),
    )
    const run = async (...flags: string[]) => {
      const printed: string[] = []
      const env = {
        DATABASE_URL: config.databaseUrl ?? '',
        DATA_DIR: config.dataDir,
        ENCRYPTION_KEY: Buffer.alloc(32, 1).toString('base64'),
      }
      await retentionCommand(flags, env, (line) => printed.push(line))
      return printed
    }
    const line = `submission ${id} of company ${company.id}, received 2026-01-05, documents: 1`
    expect(await run('--dry-run')).toEqual([line, 'Would be destroyed now: 1'])
    await expect(run('--dryrun')).rejects.toThrow('--dryrun')
    expect(await exists(id)).toBe(true)
    expect(await run()).toEqual([line, 'Destroyed: 1'])
    expect(await exists(id)).toBe(false)
  })
})

it('the command makes no database where there is none', async () => {
  const dataDir = path.join(config.dataDir, 'nothing-here')
  for (const flags of [[], ['--dry-run']])
    await expect(retentionCommand(flags, { DATA_DIR: dataDir }, () => {})).rejects.toThrow(
      `There is no database under ${path.join(dataDir, 'postgres')}`,
    )
  await expect(stat(dataDir)).rejects.toThrow('ENOENT')
})

it('the command takes its flag from npm too, which keeps it for itself where no -- stands before it', () => {
  const byNpm = { npm_config_dry_run: 'true' }
  expect([isDryRun([], {}), isDryRun(['--dry-run'], {}), isDryRun([], byNpm)]).toEqual([false, true, true])
})

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
      db.formSubmission.update({ where: { id: free.id }, data: { legalHoldAt: new Date() } }),
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
      await client.query(`UPDATE "FormSubmission" SET "legalHoldAt" = now() WHERE "id" = $1`, [id])
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

/** A transaction beside the server's that has done `work` and keeps its locks until it is released. */
async function lockedBy(work: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query('BEGIN')
  await work(client)
  const waiting = async () => {
    const { rows } = await client.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
    return rows.length > 0
  }
  return {
    lock: { waitedFor: () => vi.waitUntil(waiting, { timeout: 4000, interval: 20 }) },
    release: async () => {
      await client.query('COMMIT')
      await client.end()
    },
  }
}
