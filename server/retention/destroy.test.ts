import { utimes } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { describe, expect, it, vi } from 'vitest'
import { sweepFiles } from '../platform/files/sweep-files.ts'
import { addJob } from '../platform/queue/add-job.ts'
import { submitApplication } from '../test/support/applicant.ts'
import { call } from '../test/support/factories.ts'
import { destroyDue } from './destroy.service.ts'
import { findDue, type Due } from './find-due.ts'
import { startRetentionTests } from './retention.fixture.ts'

const {
  url,
  services,
  adminUrl,
  log,
  config,
  storage,
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

const found = async (now: Date, by: Parameters<typeof findDue>[0] = services) => {
  const due: Due[] = []
  for await (const submission of findDue(by, now)) due.push(submission)
  return due
}
const filesOf = (id: string) =>
  system((db) => db.document.findMany({ where: { formSessionId: id }, select: { storedAs: true } }))

describe('a submission whose period is over', () => {
  it('is destroyed with its answers, its key, its files and its jobs, and that is written down', async () => {
    const { company, link, boss, token } = await tenant(30)
    const { id, session } = await apply(link.slug, { files: 2 })
    const younger = await tenant(60)
    const kept = await apply(younger.link.slug)
    const unlimited = await apply((await tenant()).link.slug)
    await storage.put(`pdfs/${id}`, Readable.from([Buffer.from('x')]))
    await services.db.system('test').write(async (tx) => {
      await addJob(tx, 'application-pdf', { id })
      await addJob(tx, 'notify', { id, to: 'a@b.example' })
      await tx.submissionDesk.update({ where: { id }, data: { pdfState: 'ready', pdfFile: `pdfs/${id}` } })
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
      // Events hold ids alone, for 30 days.
      if (!/AuditEntry|DeletedRow|Event/.test(name)) expect([name, text.includes(id)]).toEqual([name, false])
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
