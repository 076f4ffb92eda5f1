import { describe, expect, it } from 'vitest'
import { toReference } from '#domain/reference'
import { mention } from '../jobs/mention.job.ts'
import { call, makeRole, makeUser, signIn } from '../test/support/factories.ts'
import { mailsTo } from '../test/support/mails.ts'
import { startSubmissionTests } from '../submissions/submission.fixture.ts'

const { url, services, admin, alpha, beta } = await startSubmissionTests()
const [id = ''] = alpha.ids
const notes = `/form/submissions/${id}/notes`

const colleague = (name: string, permissions: ('page:forms' | 'page:main' | 'submission:update')[]) =>
  makeRole(services, { companyId: alpha.company.id, permissions }).then((role) =>
    makeUser(services, { name, companyId: alpha.company.id, roleId: role.id }),
  )

const write = (text: string, token = alpha.token) => call(url, 'POST', notes, { token, body: { text } })

describe('a note', () => {
  it('is read by colleagues, newest first, and sealed in the database', async () => {
    await write('First: owns the building')
    const { status, body } = await write('Second\nline')
    expect([status, body.data]).toMatchObject([
      200,
      { text: 'Second\nline', author: { id: alpha.user.id, name: alpha.user.name } },
    ])
    const list = await call(url, 'GET', `${notes}?range=[0,0]`, { token: alpha.token })
    expect(list.headers.get('content-range')).toBe('notes 0-0/2')
    expect(list.body).toMatchObject({ data: [{ text: 'Second\nline' }], total: 2 })
    const stored = await services.db.system('test').write((db) => db.submissionNote.findMany())
    expect(stored.map(({ text }) => Buffer.from(text).toString('latin1')).join()).not.toContain('building')
  })

  it('is refused without text, for another company and without the permission', async () => {
    const reader = await colleague('Rita Reader', ['page:forms'])
    const token = await signIn(url, reader.email)
    const answers = [
      await write(' \n'),
      await write('x'.repeat(5001)),
      await write('hello', beta.token),
      await write('hello', token),
      await call(url, 'GET', notes, { token: beta.token }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 404, 403, 404])
    expect((await call(url, 'GET', notes, { token })).body.total).toBe(2)
  })

  it('tells colleagues whom it names by a mail with a link and no word of it', async () => {
    const lee = await colleague('Ann Lee', ['page:forms'])
    await colleague('Ann Sales', ['page:main'])
    await write('@Ann Lee @Ann Sales, the tax ID looks wrong')
    const queued = await services.db.system('test').write(
      (db) => db.$queryRaw<{ payload: { id: string; note: string; user: string } }[]>`
        SELECT payload FROM graphile_worker._private_jobs WHERE key LIKE ${`notify:${id}:mention:%`}`,
    )
    expect(queued.map(({ payload }) => payload.user)).toEqual([lee.id])
    for (const { payload } of queued) await mention(services, payload)
    const [mail = '', ...others] = await mailsTo(services, lee.email)
    expect(others).toEqual([])
    expect(mail).toContain(`/admin/forms/${id}`)
    expect(mail.replace(/=\r?\n/g, '')).toContain(
      `${alpha.user.name} mentioned you in a note on application ${toReference(id)}`,
    )
    expect(mail).not.toMatch(/tax ID|Ash/)
    const audit = await services.db
      .system('test')
      .write((db) => db.auditEntry.findMany({ where: { objectId: id, act: 'submission-mailed' } }))
    expect(audit).toMatchObject([{ detail: { about: 'mention', to: 'Ann Lee' } }])
  })

  it('tells nobody who has lost the access meanwhile', async () => {
    const gone = await colleague('Gil Gone', ['page:forms'])
    await services.db
      .system('test')
      .write((db) => db.user.update({ where: { id: gone.id }, data: { active: false } }))
    await mention(services, { id, note: 'note', user: gone.id })
    await mention(services, { id, note: 'note', user: beta.user.id })
    for (const { email } of [gone, beta.user]) expect(await mailsTo(services, email)).toEqual([])
  })
})

describe('the timeline', () => {
  type Entry = { kind: string; sentence: string; text: string | null; from: string | null; to: string | null }
  const timeline = async (filter?: object, token = alpha.token) => {
    const query = filter ? `?filter=${encodeURIComponent(JSON.stringify(filter))}` : ''
    const { body, status } = await call(url, 'GET', `/form/submissions/${id}/timeline${query}`, { token })
    return { status, entries: body.data as Entry[], total: body.total }
  }

  it('has notes with their text, moves, reads and downloads, newest first, and filters them by kind', async () => {
    await services.db.system('test').write((db) =>
      db.auditEntry.createMany({
        data: [
          { act: 'submission-status-changed', detail: { from: 'new', to: 'declined', reason: 'low_sales' } },
          { act: 'submission-owner-changed', detail: { owner: 'Ann Lee', team: '' } },
        ].map((entry) => ({ ...entry, companyId: alpha.company.id, objectType: 'submission', objectId: id })),
      }),
    )
    await call(url, 'POST', `/form/submissions/${id}/views`, { token: alpha.token })
    const files = await call(url, 'GET', `/documents/form-submission/${id}`, { token: alpha.token })
    const [file] = files.body.data as { id: string }[]
    const headers = { authorization: `Bearer ${alpha.token}` }
    await (await fetch(`${url}/api/documents/document/${file?.id}?download=1`, { headers })).arrayBuffer()
    await (await fetch(`${url}/api/documents/document/${file?.id}`, { headers })).arrayBuffer()

    const { entries, total } = await timeline()
    expect(entries.length).toBe(total)
    expect(entries.slice(0, 5)).toMatchObject([
      { kind: 'read', sentence: 'Opened a document', document: { name: 'Ash 100% Bakery.pdf' } },
      { kind: 'download', sentence: 'Downloaded a document' },
      { kind: 'read', sentence: 'Opened the submission' },
      { kind: 'assignment', sentence: 'Assigned to Ann Lee' },
      { kind: 'status', sentence: 'Moved from New to Declined: Sales too low', from: 'new', to: 'declined' },
    ])
    const written = (await timeline({ kind: ['note', 'download'] })).entries
    expect(written.map(({ kind, text }) => [kind, text])).toEqual([
      ['download', null],
      ['note', '@Ann Lee @Ann Sales, the tax ID looks wrong'],
      ['note', 'Second\nline'],
      ['note', 'First: owns the building'],
    ])
    expect((await timeline({ kind: ['sold'] })).status).toBe(400)
    expect((await timeline({}, beta.token)).status).toBe(404)
  })
})

describe('who has a submission open', () => {
  it('is told by names to colleagues, without the provider’s, for a minute', async () => {
    const lou = await colleague('Lou Open', ['page:forms'])
    const lous = await signIn(url, lou.email)
    const open = async (token: string) =>
      (await call(url, 'PUT', `/form/submissions/${id}/presence`, { token, body: {} })).body.data as {
        others: string[]
      }
    expect(await open(lous)).toMatchObject({ others: [], notes: 3 })
    expect((await open(admin)).others).toEqual(['Lou Open'])
    expect((await open(alpha.token)).others.sort()).toEqual(['Lou Open', 'Provider'])
    await services.db.system('test').write((db) =>
      db.submissionPresence.updateMany({
        where: { userId: lou.id },
        data: { seenAt: new Date(Date.now() - 61_000) },
      }),
    )
    expect((await open(alpha.token)).others).toEqual(['Provider'])
  })

  it('tells by a version of every change, and of no reading', async () => {
    const version = async () => {
      const { body } = await call(url, 'PUT', `/form/submissions/${id}/presence`, { token: admin, body: {} })
      return (body.data as { version: string }).version
    }
    const token = alpha.token
    let before = await version()
    for (const [method, path, body] of [
      ['POST', 'views', {}],
      ['GET', 'timeline'],
      ['GET', 'notes'],
    ] as const) {
      expect((await call(url, method, `/form/submissions/${id}/${path}`, { token, body })).status).toBe(200)
      expect(await version()).toBe(before)
    }
    for (const [method, path, body] of [
      ['POST', 'notes', { text: 'One more' }],
      ['PUT', 'hold', { hold: true, reason: 'Case 26-117' }],
      ['POST', 'requests', { items: [{ kind: 'answer', question: 'Who is the landlord?' }], message: '' }],
    ] as const) {
      expect((await call(url, method, `/form/submissions/${id}/${path}`, { token, body })).status).toBe(200)
      const after = await version()
      expect(after, path).not.toBe(before)
      before = after
    }
    await services.db
      .system('test')
      .write((db) => db.submissionDesk.update({ where: { id }, data: { pdfState: 'failed' } }))
    expect(await version()).not.toBe(before)
  })
})
