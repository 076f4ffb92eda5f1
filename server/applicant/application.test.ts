import { beforeEach, describe, expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { INPUTS } from '#domain/catalogue/index'
import { LIMITS, RATES } from '#domain/limits'
import { toReference } from '#domain/reference'
import { images, wholeText } from '../submissions/pdf/read-pdf.fixture.ts'
import { sealEntries } from '../events/audit/seal-entries.ts'
import { destroyRows } from '../retention/destroy-rows.ts'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { call, makeCompany, makeCompanyAdmin, makeLink, signIn } from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'
import { smallPng, upload } from '../test/support/uploads.ts'
import { secondSignerCalls } from './second-signer.fixture.ts'
import { applicantLinkExpiry, createApplicantLink } from './applicant-link.ts'

/** An applicant's calls on a submitted application, by a receipt or a mailed link. */

const { url, services, log } = await startTestServer({ rateLimit: true })
const { db } = services

const { write: inSystem } = db.system('test')
beforeEach(() => db.system('test').write((client) => client.throttleBucket.deleteMany()))

async function apply({
  settings = {},
  notifyEmails = '',
}: { settings?: object; notifyEmails?: string } = {}) {
  const company = await makeCompany(services, {
    applicantSettings: settings,
    contact: 'Call us',
    notifyEmails,
  })
  const { slug } = await makeLink(services, company.id)
  const session = await openFormSession(url, slug)
  const fields = { statementMonth: '2026-10' }
  await upload(url, { name: 'october.pdf', fields, headers: { 'x-form-session': session } })
  const { body } = await submitApplication(url, session, {}, slug)
  const [id, receipt] = [body.data?.id ?? '', body.data?.receiptToken ?? '']
  const link = (purpose: 'status' | 'signature' | 'move', days = 1) =>
    inSystem((tx) =>
      createApplicantLink(tx, {
        purpose,
        formSessionId: id,
        companyId: company.id,
        expiresAt: applicantLinkExpiry(days),
      }),
    )
  return { company, slug, session, id, receipt, link }
}

const post = (path: string, token: string) => call(url, 'POST', `/application/${path}`, { body: { token } })
const state = (token: string) => post('state', token)
const end = (token: string) => post('end', token)
const copy = async (token: string) => {
  const answer = await fetch(`${url}/api/application/copy`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  return { status: answer.status, headers: answer.headers, content: Buffer.from(await answer.arrayBuffer()) }
}

async function add(token: string, { name = 'july.pdf', content = '', clientFileId = '' } = {}) {
  const form = new FormData()
  form.set('token', token)
  if (clientFileId) form.set('clientFileId', clientFileId)
  const bytes = content || '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'
  form.set('file', new File([bytes], name, { type: 'application/pdf' }))
  const answer = await fetch(`${url}/api/application/documents`, { method: 'POST', body: form })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

const SENSITIVE = Object.entries(fullApplication()).filter(([name]) => INPUTS.get(name)?.sensitive)

describe('the state of an application', () => {
  it('is told to the holder of a receipt and of a mailed link, without an answer but the signers’ names', async () => {
    const { id, slug, company, receipt, link } = await apply()
    for (const [token, inviteSigner] of [
      [receipt, false],
      [await link('status'), false],
    ] as const) {
      const { status, body, headers } = await state(token)
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
      expect(body.data).toEqual({
        reference: toReference(id),
        receivedAt: expect.stringMatching(/^\d{4}-.*Z$/),
        slug,
        company: { nameOut: company.nameOut, logoUrl: '', contact: 'Call us' },
        can: { copy: true, addDocuments: true, inviteSigner },
        nextSteps: true,
        request: null,
        decision: null,
        offers: [],
        documents: [
          expect.objectContaining({
            originalFilename: 'october.pdf',
            fileType: 'application/pdf',
            documentType: 'bankStatements',
            statementMonth: '2026-10',
            later: false,
          }),
        ],
        seal: null,
        statements: {
          asked: expect.arrayContaining([expect.stringMatching(/^20\d\d-\d\d$/)]),
          statementMonths: ['2026-10'],
          undatedStatements: 0,
        },
        signers: [
          { signer: 1, name: 'José Peña', state: 'signed', at: expect.any(String) },
          { signer: 2, name: 'Ольга Петрова', state: 'signed', at: expect.any(String) },
        ],
      })
      const text = JSON.stringify(body)
      for (const [, value] of SENSITIVE) expect(text).not.toContain(value)
      expect(text).not.toContain('***')
    }
  })

  it('says who is waited for, and when a second signer has signed', async () => {
    const { invited, sign } = secondSignerCalls(url)
    const { receiptToken, token } = await invited()
    const signed = { signer: 1, name: 'José Peña', state: 'signed', at: expect.any(String) }
    expect((await state(receiptToken)).body.data).toMatchObject({
      can: { inviteSigner: true },
      signers: [signed, { signer: 2, name: 'Robin Baker', state: 'waiting', at: null }],
    })
    const { body } = await sign(token)
    expect((await state(receiptToken)).body.data).toMatchObject({
      can: { inviteSigner: false },
      signers: [signed, { signer: 2, state: 'signed', at: (body.data as { signedAt: string }).signedAt }],
    })
  })

  it('says what the company switched off', async () => {
    const settings = { receiptCopy: false, addDocuments: false, nextSteps: false }
    const { receipt } = await apply({ settings })
    expect((await state(receipt)).body.data).toMatchObject({
      can: { copy: false, addDocuments: false },
      nextSteps: false,
    })
    expect((await copy(receipt)).status).toBe(404)
    expect((await add(receipt)).status).toBe(400)
  })

  it('shows a decision with its date and without its reason, if the company wants that', async () => {
    const decide = async (
      status: 'approved' | 'declined' | 'withdrawn' | 'in_review',
      showDecisions = true,
    ) => {
      const { id, receipt } = await apply({ settings: { showDecisions } })
      const statusAt = new Date('2026-11-20T15:00:00Z')
      const data = { status, statusKey: status, statusAt, reason: 'credit' }
      await inSystem((tx) => tx.submissionDesk.update({ where: { id }, data }))
      const { body } = await state(receipt)
      expect(JSON.stringify(body)).not.toContain('credit')
      return (body.data as { decision: unknown }).decision
    }
    expect(await decide('approved')).toEqual({ status: 'approved', at: '2026-11-20T15:00:00.000Z' })
    expect(await decide('declined')).toMatchObject({ status: 'declined' })
    expect(await decide('withdrawn')).toBeNull()
    expect(await decide('in_review')).toBeNull()
    expect(await decide('approved', false)).toBeNull()
  })
})

describe('a token', () => {
  const calls = { state, copy, end, add } as const

  it('that is unknown, forged, ended, expired, for something else or of another application gets one answer', async () => {
    const { id, session, receipt, link } = await apply()
    const other = await apply()
    const [, proof = ''] = other.receipt.split('.')
    const ended = await link('status')
    expect((await end(ended)).status).toBe(200)
    const tokens = {
      unknown: 'A'.repeat(43),
      forged: `${id}.${'A'.repeat(43)}`,
      ofAnother: `${id}.${proof}`,
      ofNobody: `00000000-0000-7000-8000-000000000000.${proof}`,
      formSession: session,
      signature: await link('signature'),
      move: await link('move'),
      expired: await link('status', -1),
      ended,
      submission: id,
    }
    const answers = new Set<string>()
    for (const token of Object.values(tokens))
      for (const ask of Object.values(calls)) {
        const { status, ...answer } = await ask(token)
        const body = 'body' in answer ? answer.body : JSON.parse(answer.content.toString())
        answers.add(JSON.stringify([status, body]))
      }
    expect([...answers].map((answer) => JSON.parse(answer))).toEqual([
      [
        404,
        { status: 'error', code: 'link_ended', error: expect.stringContaining('This link no longer works') },
      ],
    ])
    expect((await state(receipt)).status).toBe(200)
  })

  it('ends alone, and for good', async () => {
    const { id, receipt, link } = await apply()
    const [one, two] = [await link('status'), await link('status')]
    expect((await end(one)).body.data).toEqual({ ended: true })
    expect([(await state(one)).status, (await end(one)).status]).toEqual([404, 404])
    expect([(await state(two)).status, (await state(receipt)).status]).toEqual([200, 200])
    expect((await end(receipt)).status).toBe(200)
    expect([(await state(receipt)).status, (await state(two)).status]).toEqual([404, 200])
    const acts = await db
      .system('test')
      .write((client) =>
        client.auditEntry.findMany({ where: { objectId: id, act: 'submission-links-ended' } }),
      )
    expect(acts.map(({ actorId, ip }) => [actorId, ip])).toEqual([
      [null, '127.0.0.1'],
      [null, '127.0.0.1'],
    ])
  })

  it('ends with the submission', async () => {
    const { id, company, receipt, link } = await apply()
    const mailed = await link('status')
    const row = { id, companyId: company.id, createdAt: new Date(), pdfFile: null }
    await inSystem((tx) => destroyRows(tx, row, { days: 30 }))
    for (const token of [receipt, mailed])
      for (const ask of Object.values(calls)) expect((await ask(token)).status).toBe(404)
  })

  it('opens nothing that a form session opens', async () => {
    const { receipt } = await apply()
    const body = { formSubmissionId: receipt }
    expect((await call(url, 'POST', '/form/session/state', { body })).body.code).toBe('session_expired')
    expect((await upload(url, { headers: { 'x-form-session': receipt } })).body.code).toBe('session_expired')
  })

  it('stands in no log, and neither does a file’s name', async () => {
    const { receipt, link } = await apply()
    const mailed = await link('status')
    for (const token of [receipt, mailed]) {
      await state(token)
      await copy(token)
      await add(token, { name: 'secret-name.pdf' })
      await add(token, { name: 'secret-name.pdf', content: 'not a pdf' })
      await fetch(`${url}/application`)
      await end(token)
    }
    await sealEntries(services)
    const entries = await db.system('test').write((client) => client.auditEntry.findMany())
    const written = `${log.join('')}${JSON.stringify(entries.map((entry) => ({ ...entry, id: '' })))}`
    expect(written.length).toBeGreaterThan(1000)
    for (const secret of [receipt, receipt.split('.')[1] ?? '-', mailed, 'secret-name'])
      expect(written).not.toContain(secret)
  })
})

describe('the copy', () => {
  it('is the application with its numbers masked and its signatures drawn', async () => {
    const { id, receipt } = await apply()
    const { status, headers, content } = await copy(receipt)
    expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="Pena & Sons Bakery LLC - application - \d{4}-\d\d-\d\d\.pdf"/,
    )
    expect(headers.get('cache-control')).toBe('no-store')
    const text = await wholeText(content)
    expect(text).toContain('***-**-6789')
    expect(text).toContain('**-***6789')
    expect(text).toContain('**/**/1980')
    expect(text).toContain(toReference(id))
    for (const secret of ['123-45-6789', '219-09-9999', '12-3456789', '05/17/1980', '1980-05-17'])
      expect(text).not.toContain(secret)
    expect(await images(content)).toHaveLength(2)
  })

  it('is made ten times an hour', async () => {
    const { receipt, link } = await apply()
    for (let count = 0; count < RATES.copyPerApplication.max; count++)
      expect((await copy(receipt)).status).toBe(200)
    const { status, headers } = await copy(await link('status'))
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500)
  })
})

describe('a document that is added later', () => {
  it('belongs to the submission, is told to staff and to the company, and stays masked from nobody else', async () => {
    const { id, company, receipt } = await apply({ notifyEmails: 'a@example.com, b@example.com' })
    const boss = await makeCompanyAdmin(services, company.id)
    const token = await signIn(url, boss.email)
    const { status, body } = await add(receipt)
    expect([status, body.data]).toEqual([200, expect.objectContaining({ name: 'july.pdf' })])
    const added = (body.data as { id: string }).id
    expect((await state(receipt)).body.data).toMatchObject({
      documents: [{ later: false }, { id: added, originalFilename: 'july.pdf', later: true }],
    })
    const listed = await call(url, 'GET', `/documents/form-submission/${id}`, { token })
    expect(listed.body.data).toMatchObject([{ later: false }, { id: added, later: true }])
    const file = await fetch(`${url}/api/documents/document/${added}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([file.status, (await file.text()).slice(0, 5)]).toEqual([200, '%PDF-'])
    const history = await call(
      url,
      'GET',
      `/audit/get?${new URLSearchParams({ filter: JSON.stringify({ submission: id, act: 'document-added' }) })}`,
      { token },
    )
    expect(history.body.data).toMatchObject([
      { objectId: added, ip: '127.0.0.1', detail: { submission: id } },
    ])
    const jobs = await db.system('test').write(
      (client) => client.$queryRaw<{ key: string; waits: boolean }[]>`
        SELECT key, run_at > now() AS waits FROM graphile_worker.jobs
        WHERE starts_with(key, ${`notify:${id}:documents`}) ORDER BY key`,
    )
    expect(jobs).toEqual([
      { key: `notify:${id}:documents:a@example.com`, waits: true },
      { key: `notify:${id}:documents:b@example.com`, waits: true },
    ])
    const row = await db
      .system('test')
      .write((client) => client.document.findUnique({ where: { id: added } }))
    expect(row).toMatchObject({ originalFilename: '', formSessionId: id })
  })

  it('is stored once, however often it is sent', async () => {
    const { id, receipt } = await apply()
    const clientFileId = '5f0c7f5e-6f0e-4d0b-9a53-2f1d1c7f0b11'
    const answers = await Promise.all([1, 2, 3].map(() => add(receipt, { clientFileId })))
    answers.push(await add(receipt, { clientFileId }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => (body.data as { id: string }).id)).size).toBe(1)
    const count = { where: { formSessionId: id } }
    expect(await db.system('test').write((client) => client.document.count(count))).toBe(2)
  })

  it('meets the checks of every upload', async () => {
    const { id, receipt } = await apply()
    expect(await add(receipt, { content: 'MZ not a pdf' })).toMatchObject({ status: 415 })
    const wrong = new FormData()
    wrong.set('token', receipt)
    wrong.set('formSubmissionId', 'x')
    wrong.set('file', new File([new Uint8Array(await smallPng())], 'a.png', { type: 'image/png' }))
    const answer = await fetch(`${url}/api/application/documents`, { method: 'POST', body: wrong })
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { fields: { formSubmissionId: expect.any(String) } },
    ])
    const count = { where: { formSessionId: id } }
    expect(await db.system('test').write((client) => client.document.count(count))).toBe(1)
  })

  it('is one of ten at most, also when they come at once', async () => {
    const { id, receipt } = await apply()
    const answers = await Promise.all(Array.from({ length: 13 }, () => add(receipt)))
    const kept = answers.filter(({ status }) => status === 200)
    expect(kept).toHaveLength(LIMITS.laterFiles)
    const refused = answers.find(({ status }) => status !== 200)
    expect([refused?.status, refused?.body.error]).toEqual([
      409,
      'You can add at most 10 files after sending the application.',
    ])
    expect((await state(receipt)).body.data).toMatchObject({ can: { addDocuments: false } })
    const count = { where: { formSessionId: id } }
    expect(await db.system('test').write((client) => client.document.count(count))).toBe(11)
  })

  it('is one of twenty tries a minute', async () => {
    const { receipt } = await apply()
    const statuses: number[] = []
    // The form's own upload was the first.
    for (let count = 1; count <= RATES.uploadPerSession.max; count++)
      statuses.push((await add(receipt, { content: 'not a pdf' })).status)
    expect(statuses.at(-2)).toBe(415)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('ending the applicant’s links from the panel', () => {
  it('ends the receipt and all mailed links, a signer’s too, and is written down', async () => {
    const { id, company, session, receipt, link } = await apply()
    const [one, two] = [await link('status'), await link('status')]
    const signer = await link('signature')
    const boss = await makeCompanyAdmin(services, company.id)
    const token = await signIn(url, boss.email)
    const stranger = await makeCompanyAdmin(services, (await makeCompany(services)).id)
    const path = `/form/submissions/${id}/end-links`
    const foreign = await call(url, 'POST', path, { token: await signIn(url, stranger.email), body: {} })
    expect([foreign.status, (await state(one)).status]).toEqual([404, 200])
    expect((await call(url, 'POST', path, { token, body: {} })).body.data).toEqual({ ended: true })
    for (const ended of [receipt, one, two]) expect((await state(ended)).body.code).toBe('link_ended')
    expect((await post('signature/view', signer)).body.code).toBe('link_ended')
    const held = await call(url, 'POST', '/form/session/state', { body: { formSubmissionId: session } })
    expect(held.body.data).toMatchObject({ files: [], receiptToken: null, submittedAt: expect.any(String) })
    const acts = await db
      .system('test')
      .write((client) =>
        client.auditEntry.findMany({ where: { objectId: id, act: 'submission-links-ended' } }),
      )
    expect(acts).toMatchObject([{ actorId: boss.id, companyId: company.id }])
  })
})
