import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import { mailOf } from '../jobs/notify.job.ts'
import { requestMail } from '../jobs/request-mail.job.ts'
import { formMessages } from '#domain/messages/form'
import { bomb, drawingUrl } from '../test/support/pngs.ts'
import { mailsTo } from '../test/support/mails.ts'
import { call, makeCompanyAdmin } from '../test/support/factories.ts'
import { wholeText } from '../submissions/pdf/read-pdf.fixture.ts'
import { applicationPdf } from '../jobs/application-pdf.job.ts'
import { destroyRows } from '../retention/destroy-rows.ts'
import { SIGNED, startRequestTests } from './request.fixture.ts'

const { url, services, log, system, apply, post, state, answer, upload, jobs } = await startRequestTests()

const STATEMENT = { kind: 'statement', month: '2026-10' }
const LICENCE = { kind: 'document', type: 'driversLicense', label: '' }
const QUESTION = { kind: 'answer', question: 'Who is your landlord?' }
const NAME = { kind: 'correction', field: 'dbaName' }
const SSN = { kind: 'correction', field: 'partner1SSN' }

const addressed = () => `owner-${crypto.randomUUID()}@bakery.example.com`
const tokenIn = (mail: string) => /\/application#([\w=-]+)/.exec(mail)?.[1]?.replace(/^3D/, '') ?? ''
const expire = (id: string) =>
  system((client) =>
    client.submissionRequest.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1000) } }),
  )

const decide = (id: string) =>
  system((client) => client.submissionDesk.update({ where: { id }, data: { status: 'declined' } }))

describe('a request for missing items', () => {
  it('moves the submission, is mailed and is written down', async () => {
    const { id, boss, ask, list, desk, audited } = await apply()
    const { status, data } = await ask([STATEMENT, NAME], 'The last page is missing.')
    expect(status).toBe(200)
    expect(data).toMatchObject({
      state: 'open',
      message: 'The last page is missing.',
      askedBy: boss.name,
      link: null,
    })
    expect(data.items.map((item) => item.state)).toEqual(['asked', 'asked'])
    expect((await desk()).status).toBe('documents_needed')
    expect(await list()).toMatchObject([{ id: data.id, state: 'open' }])
    expect(await audited()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          act: 'submission-status-changed',
          detail: { from: 'new', to: 'documents_needed', reason: null },
        }),
        expect.objectContaining({ act: 'submission-requested', detail: { request: data.id, items: 2 } }),
      ]),
    )
    const queued = await jobs(id)
    const days = queued.map(({ runAt }) => Math.round((runAt.getTime() - Date.now()) / 86_400_000) + 0)
    expect(days).toEqual([0, ...LIMITS.requestReminderDays])
  })

  it('is stored sealed', async () => {
    const { ask } = await apply()
    const { data } = await ask([QUESTION], 'A secret message')
    const row = await system((client) =>
      client.submissionRequest.findUniqueOrThrow({ where: { id: data.id } }),
    )
    expect(Buffer.from(row.data).toString('latin1')).not.toMatch(/landlord|secret/)
  })

  it('is refused while another one is open, and after a decision', async () => {
    const { ask, id, boss, token, takeBack, desk } = await apply()
    const { data } = await ask([STATEMENT])
    expect(await ask([QUESTION])).toMatchObject({ status: 409, error: expect.stringMatching(/open already/) })
    await takeBack(data.id)
    const updatedAt = (await desk()).updatedAt.toISOString()
    const body = { status: 'declined', reason: 'credit', updatedAt }
    expect((await call(url, 'PUT', `/form/submissions/${id}/status`, { token, body })).status).toBe(200)
    expect((await ask([STATEMENT])).status).toBe(400)
    expect(boss.companyId).not.toBeNull()
  })

  it('replaces one that has expired', async () => {
    const { ask, list } = await apply()
    await expire((await ask([STATEMENT])).data.id)
    expect((await list()).map((request) => request.state)).toEqual(['expired'])
    expect((await ask([QUESTION])).status).toBe(200)
    expect((await list()).map((request) => request.state)).toEqual(['open', 'expired'])
  })

  it('of two that are sent at the same moment takes one', async () => {
    const { ask, list } = await apply()
    const answers = await Promise.all([ask([STATEMENT]), ask([QUESTION])])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await list()).toHaveLength(1)
  })

  it('gives staff a link where the application has no e-mail address', async () => {
    const { id, ask } = await apply({ email: '' })
    const { data } = await ask([QUESTION])
    expect(data.link).toMatch(/\/application#[\w-]{40,}$/)
    expect(await jobs(id)).toEqual([])
    expect((await state(data.link?.split('#')[1] ?? '')).request?.details?.items).toHaveLength(1)
  })

  it.each([
    [[]],
    [[{ kind: 'statement', month: '2026-13' }]],
    [[{ kind: 'correction', field: 'signer1Name' }]],
    [[{ kind: 'x' }]],
  ])('refuses the items %j', async (items) => {
    const { ask, desk } = await apply()
    expect((await ask(items)).status).toBe(400)
    expect((await desk()).status).toBe('new')
  })
})

describe('the link of a request', () => {
  it('shows what is asked, with sensitive values masked; a receipt shows only that something is asked', async () => {
    const { asked, receipt } = await apply()
    const { token } = await asked(STATEMENT, NAME, SSN)
    const { request } = await state(token)
    expect(request).toMatchObject({ open: true, details: { signer: 'José Peña' } })
    expect(request?.details?.items.map(({ wanted, before }) => [wanted.kind, before])).toEqual([
      ['statement', ''],
      ['correction', expect.stringMatching(/\w/)],
      ['correction', expect.stringMatching(/^\*{3}-\*{2}-\d{4}$/)],
    ])
    expect((await state(receipt)).request).toMatchObject({ open: true, details: null })
    expect(await answer(receipt, [{ item: 0, missing: 'none' }])).toMatchObject({
      status: 404,
      code: 'link_ended',
    })
  })

  it.each<[string, (it: Awaited<ReturnType<typeof apply>>, request: string) => Promise<unknown>]>([
    ['is taken back', ({ takeBack }, request) => takeBack(request)],
    [
      'has its links ended',
      ({ id, token }) => call(url, 'POST', `/form/submissions/${id}/end-links`, { token, body: {} }),
    ],
  ])('ends at once when the request %s, and so do the reminders', async (_name, end) => {
    const made = await apply()
    const { request, token } = await made.asked(QUESTION)
    await end(made, request)
    expect(await state(token)).toMatchObject({ status: 404, code: 'link_ended' })
    expect(await answer(token, [{ item: 0, text: 'Joe' }])).toMatchObject({ status: 404, code: 'link_ended' })
    expect(await jobs(made.id)).toEqual([])
  })

  it('tells the user who asked, and the owner, when all is answered', async () => {
    const { id, company, boss, token, asked } = await apply()
    const owner = await makeCompanyAdmin(services, company.id)
    const { token: link } = await asked({ kind: 'answer', question: 'Who is your landlord?' })
    await system((db) => db.submissionDesk.update({ where: { id }, data: { ownerId: owner.id } }))
    expect((await answer(link, [{ item: 0, text: 'Joe' }])).status).toBe(200)
    const told = await system((db) => db.notice.findMany({ where: { submissionId: id, kind: 'answer' } }))
    expect(told.map(({ userId }) => userId).toSorted()).toEqual([boss.id, owner.id].toSorted())
    const { body } = await call(url, 'GET', '/notice/get', { token })
    expect(body.data).toMatchObject([{ kind: 'answer', submissionId: id, actorName: '' }])
  })

  it('is answered also after the user who asked is gone', async () => {
    const { id, boss, asked } = await apply()
    const { token } = await asked(QUESTION)
    await system((client) => client.user.delete({ where: { id: boss.id } }))
    expect((await answer(token, [{ item: 0, text: 'Joe' }])).status).toBe(200)
    expect(await system((client) => client.notice.count({ where: { submissionId: id } }))).toBe(0)
  })

  it('is good for 14 days', async () => {
    const { asked, id } = await apply()
    const { token } = await asked(QUESTION)
    const { expiresAt } = await system((client) =>
      client.applicantLink.findFirstOrThrow({ where: { formSessionId: id } }),
    )
    expect(Math.round((expiresAt.getTime() - Date.now()) / 86_400_000)).toBe(14)
    const past = new Date(Date.now() - 1000)
    await system((client) =>
      client.applicantLink.updateMany({ where: { formSessionId: id }, data: { expiresAt: past } }),
    )
    expect(await state(token)).toMatchObject({ status: 404, code: 'link_ended' })
  })
})

describe('the applicant', () => {
  it('uploads, answers, corrects and signs, and the submission returns to review', async () => {
    const { id, asked, desk, view, list, audited } = await apply()
    const { request, token } = await asked(STATEMENT, LICENCE, QUESTION, NAME, SSN)
    const before = await view('')
    await system((db) => db.submissionDesk.update({ where: { id }, data: { lacksSignature: true } }))
    const statement = await upload(token, 'a.pdf')
    expect(await answer(token, [{ item: 0, document: statement }])).toMatchObject({
      status: 200,
      data: { open: 4 },
    })
    expect(await answer(token, [{ item: 1, missing: 'I lost it' }])).toMatchObject({ data: { open: 3 } })
    const [texts] = [
      [
        { item: 2, text: 'Joe Miller' },
        { item: 3, text: 'New Crust' },
        { item: 4, text: '321-54-9876' },
      ],
    ]
    expect(await answer(token, texts)).toMatchObject({
      status: 400,
      fields: { signer1Signature: expect.any(String) },
    })
    const huge = { ...SIGNED, signature: drawingUrl(bomb(20_000)) }
    expect(await answer(token, texts, huge)).toMatchObject({
      status: 400,
      fields: { signer1Signature: formMessages.problems.signaturePixels },
    })
    expect(await answer(token, texts, SIGNED)).toMatchObject({ status: 200, data: { open: 0 } })

    expect((await desk()).status).toBe('in_review')
    expect((await desk()).statementMonths).toContain('2026-10')
    expect(await list()).toMatchObject([
      { state: 'answered', items: [{ state: 'given' }, { state: 'missing' }, {}, {}, {}] },
    ])
    expect((await desk()).lacksSignature).toBe(false)
    const after = await view('')
    expect(after.formData).toBe(before.formData)
    expect(after.additions).toMatchObject([
      {
        kind: 'answer',
        signing: null,
        entries: [{ label: 'Doesn’t have: Driver’s license', value: 'I lost it' }],
      },
      {
        kind: 'correction',
        name: 'José Peña',
        signature: expect.stringMatching(/^data:image/),
        signing: { signers: [{ signer: 1, way: 'drawn' }] },
        entries: [
          { label: 'Who is your landlord?', before: null, value: 'Joe Miller' },
          { field: 'dbaName', value: 'New Crust', before: expect.any(String) },
          { field: 'partner1SSN', value: '321-54-9876', before: expect.stringMatching(/^\d/) },
        ],
      },
    ])
    const masked = JSON.stringify((await view('views')).additions)
    expect(masked).toContain('***-**-9876')
    expect(masked).not.toContain('321-54')
    expect((await audited()).map(({ act }) => act)).toEqual(
      expect.arrayContaining(['submission-corrected', 'submission-request-answered']),
    )
    expect(await jobs(id)).toEqual([])
    expect(await jobs(id, 'notify')).toContainEqual(expect.objectContaining({ task: 'notify-of-answers' }))
    const answered = await state(token)
    expect(answered.request).toMatchObject({ open: false })
    expect(await answer(token, [{ item: 2, text: 'Again' }])).toMatchObject({ status: 409 })
    expect(request).not.toBe('')
    expect(log.join()).not.toMatch(/321-54|Joe Miller|I lost it/)
    expect(log.join()).not.toContain(token)
  })

  it('is told what is wrong with a corrected value, by the rules of the form', async () => {
    const { asked } = await apply()
    const { token } = await asked(SSN)
    const { status, fields } = await answer(token, [{ item: 0, text: '12' }], SIGNED)
    expect([status, Object.keys(fields ?? {})]).toEqual([400, ['partner1SSN']])
    expect((await state(token)).request?.details?.items[0]?.state).toBe('asked')
  })

  it('cannot hand in a file that was there before, or that belongs to another application', async () => {
    const other = await apply()
    const foreign = await upload((await other.asked(LICENCE)).token)
    const { asked, receipt } = await apply()
    const early = await upload(receipt)
    const { token } = await asked(LICENCE)
    for (const document of [early, foreign])
      expect((await answer(token, [{ item: 0, document }])).status).toBe(404)
  })

  it('cannot add files once it has answered, where the company takes none unasked', async () => {
    const { asked, company } = await apply()
    const data = { applicantSettings: { addDocuments: false } }
    await system((client) => client.company.update({ where: { id: company.id }, data }))
    const { token } = await asked(LICENCE)
    const document = await upload(token)
    expect((await answer(token, [{ item: 0, document }])).status).toBe(200)
    await expect(upload(token)).rejects.toThrow()
    expect((await state(token)).status).toBe(200)
  })

  it('answers once: of two answers at the same moment one is stored', async () => {
    const { asked, view } = await apply()
    const { token } = await asked(QUESTION)
    const answers = await Promise.all(['One', 'Two'].map((text) => answer(token, [{ item: 0, text }])))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await view('views')).additions).toHaveLength(1)
  })

  it('corrects what was corrected before', async () => {
    const { asked, view } = await apply()
    await answer((await asked(NAME)).token, [{ item: 0, text: 'Second' }], SIGNED)
    const { token } = await asked(NAME)
    expect((await state(token)).request?.details?.items[0]?.before).toBe('Second')
    await answer(token, [{ item: 0, text: 'Third' }], SIGNED)
    const { additions } = await view('views')
    expect(additions.map(({ entries }) => entries)).toMatchObject([
      [{ value: 'Second' }],
      [{ before: 'Second', value: 'Third' }],
    ])
  })
})

it('prints corrections in the copy of the application, masked in the applicant’s own', async () => {
  const { id, asked, receipt, token } = await apply()
  await answer((await asked(SSN)).token, [{ item: 0, text: '321-54-9876' }], SIGNED)
  await applicationPdf(services, { id })
  const pdf = await fetch(`${url}/api/form/pdf/${id}`, { headers: { authorization: `Bearer ${token}` } })
  expect(await wholeText(Buffer.from(await pdf.arrayBuffer()))).toContain('321-54-9876')
  const body = JSON.stringify({ token: receipt })
  const headers = { 'content-type': 'application/json' }
  const copy = await fetch(`${url}/api/application/copy`, { method: 'POST', body, headers })
  const text = await wholeText(Buffer.from(await copy.arrayBuffer()))
  expect(text).toContain('***-**-9876')
  expect(text).not.toContain('321-54-9876')
})

it('asks for nothing after a decision, and says when it was asked before', async () => {
  const { id, asked } = await apply()
  const { token } = await asked(QUESTION)
  expect((await state(token)).request).toMatchObject({ open: true, askedAt: expect.any(String) })
  await decide(id)
  expect((await state(token)).request).toBeNull()
})

describe('the mail', () => {
  it('leads to the request, names no personal data, and can be ended with one click', async () => {
    const email = addressed()
    const { id, ask, audited } = await apply({ email })
    const { data } = await ask([SSN], 'Please correct it')
    const payload = { id, request: data.id, reminder: 0 }
    await requestMail(services, payload)
    const [mail = ''] = await mailsTo(services, email)
    expect(mail).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(mail).not.toMatch(/correct it|SSN|José|Peña/)
    expect((await state(tokenIn(mail))).request?.open).toBe(true)
    expect(await audited()).toContainEqual(
      expect.objectContaining({ act: 'submission-mailed', detail: { about: 'request' } }),
    )

    const unsubscribe = /List-Unsubscribe:\s+<([^>]+)>/.exec(mail)?.[1] ?? ''
    const shown = await fetch(unsubscribe)
    expect((await shown.text()).match(/<button>/g)).toHaveLength(1)
    await requestMail(services, { ...payload, reminder: 1 })
    expect(await mailsTo(services, email)).toHaveLength(2)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const ended = await fetch(unsubscribe, { method: 'POST', body: 'List-Unsubscribe=One-Click', headers })
    expect([ended.status, (await ended.text()).includes('<button>')]).toEqual([200, false])
    await requestMail(services, { ...payload, reminder: 2 })
    expect(await mailsTo(services, email)).toHaveLength(2)
    expect(log.join()).not.toContain(new URL(unsubscribe).searchParams.get('token'))
    expect((await fetch(unsubscribe.replace(/.$/, '~'), { method: 'POST' })).status).toBe(200)
  })

  it('is not sent once the request is answered, taken back, expired or the application decided', async () => {
    for (const end of ['answer', 'takeBack', 'expire', 'decide'] as const) {
      const email = addressed()
      const { id, asked, takeBack } = await apply({ email })
      const { request, token } = await asked(QUESTION)
      if (end === 'answer') await answer(token, [{ item: 0, text: 'Joe' }])
      else if (end === 'takeBack') await takeBack(request)
      else if (end === 'decide') await decide(id)
      else await expire(request)
      await requestMail(services, { id, request, reminder: 1 })
      expect(await mailsTo(services, email)).toEqual([])
    }
  })

  it('tells the owner of an answer where the company has no address for notices', async () => {
    const { id, boss, asked } = await apply({}, '')
    await system((client) => client.submissionDesk.update({ where: { id }, data: { ownerId: boss.id } }))
    await answer((await asked(QUESTION)).token, [{ item: 0, text: 'Joe' }])
    expect(await jobs(id, 'notify')).toMatchObject([{ payload: { id, to: boss.email } }])
    await mailOf('newAnswers')(services, { id, to: boss.email })
    expect(await mailsTo(services, boss.email)).toHaveLength(1)
    const other = await apply()
    for (const lost of [{ active: false }, { companyId: other.company.id }]) {
      const data = { active: true, companyId: boss.companyId, ...lost }
      await system((client) => client.user.update({ where: { id: boss.id }, data }))
      await mailOf('newAnswers')(services, { id, to: boss.email })
    }
    expect(await mailsTo(services, boss.email)).toHaveLength(1)
  })
})

it('is destroyed with the submission, and so are its links, its answers and its jobs', async () => {
  const { id, asked, company } = await apply()
  const { token } = await asked(QUESTION, NAME)
  await answer(token, [{ item: 0, text: 'Joe' }])
  await services.db
    .system('test')
    .write((tx) =>
      destroyRows(tx, { id, companyId: company.id, createdAt: new Date(), pdfFile: null }, { days: 30 }),
    )
  expect(await system((client) => client.submissionRequest.count({ where: { submissionId: id } }))).toBe(0)
  expect(await system((client) => client.submissionAddition.count({ where: { submissionId: id } }))).toBe(0)
  expect(await state(token)).toMatchObject({ status: 404 })
  expect(await post('request/answer', { token, answers: [{ item: 1, missing: 'x' }] })).toMatchObject({
    status: 404,
  })
  expect(await jobs(id)).toEqual([])
})

it('is made a limited number of times', async () => {
  const { id, company, ask, list, desk } = await apply()
  const row = { submissionId: id, companyId: company.id, state: 'cancelled', data: Buffer.alloc(0) } as const
  const rows = Array.from({ length: LIMITS.requestsPerSubmission }, () => row)
  await system((client) =>
    client.submissionRequest.createMany({ data: rows.map((each) => ({ ...each, expiresAt: new Date() })) }),
  )
  expect(await ask([QUESTION])).toMatchObject({
    status: 409,
    error: expect.stringMatching(/^As many requests/),
  })
  expect((await desk()).status).toBe('new')
  await system((client) => client.submissionRequest.deleteMany({ where: { submissionId: id } }))
  expect((await ask([QUESTION])).status).toBe(200)
  expect(await list()).toHaveLength(1)
})
