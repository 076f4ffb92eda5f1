import { beforeEach, describe, expect, it } from 'vitest'
import { offerServerMessages } from '#domain/messages/server-offer'
import { LIMITS, RATES } from '#domain/limits'
import { makeReceiptToken } from '../applicant/receipt-token.ts'
import type { TimelineEntry } from '../desk/desk.schema.ts'
import { sweep } from '../jobs/sweep.job.ts'
import { deleteSubmission } from '../retention/destroy.service.ts'
import { wholeText } from '../submissions/pdf/read-pdf.fixture.ts'
import { call, signIn } from '../test/support/factories.ts'
import { mailsTo } from '../test/support/mails.ts'
import { readZip } from '../test/support/read-zip.ts'
import { EMAIL, PHONE, startPackageTests } from './package.fixture.ts'

const world = await startPackageTests({ rateLimit: true, trustProxy: 1 })
const { url, services, system, runJobs, apply, open, enter, file, answer, mailedCode } = world

beforeEach(() => system((client) => client.throttleBucket.deleteMany()))

const opened = async (more: object = {}, changes: Record<string, string> = {}) => {
  const applied = await apply(changes)
  const sent = await applied.sent(more)
  const cookie = await enter(sent.token, applied.funder.emails[0] ?? '')
  return { ...applied, ...sent, submission: applied.id, cookie }
}

describe('a new browser', () => {
  it('enters the mailed code once and is remembered for that package alone', async () => {
    const { funder, sent } = await apply()
    const { token } = await sent({ message: 'Two shops' })
    const first = await open({ token })
    expect(first).toMatchObject({ status: 403, code: 'code_needed', cookies: [] })
    await runJobs()
    const code = await mailedCode(funder.emails[0] ?? '')
    expect(code).toMatch(/^\d{6}$/)
    const second = await open({ token, code })
    expect(second.status).toBe(200)
    expect(second.cookies[0]).toMatch(
      /^intake_package_[0-9a-f]{16}=.*; Path=\/api; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    )
    expect(second.data).toMatchObject({
      funder: funder.name,
      message: 'Two shops',
      answer: null,
      cashFlow: [],
    })
    expect(second.data.documents.map(({ id }) => id).slice(0, 2)).toEqual(['application', 'cash-flow'])
    const cookie = second.cookies[0]?.split(';')[0] ?? ''
    expect((await open({ token }, cookie)).status).toBe(200)
    // The code is used up.
    expect((await open({ token, code })).code).toBe('code_needed')

    const other = await (await apply()).sent()
    expect((await open({ token: other.token }, cookie)).code).toBe('code_needed')
    expect((await file({ token: other.token, documentId: 'application' }, cookie)).status).toBe(403)
    const renamed = cookie.replace(/^[^=]+/, `intake_package_${'0'.repeat(16)}`)
    expect((await open({ token }, renamed)).code).toBe('code_needed')
  })

  it('has five tries and 15 minutes', async () => {
    const { funder, sent, timeline } = await apply()
    const { token, id } = await sent()
    await open({ token })
    await runJobs()
    const code = await mailedCode(funder.emails[0] ?? '')
    const wrong = code === '000000' ? '000001' : '000000'
    const tries = await Promise.all(
      Array.from({ length: LIMITS.packageCodeTries }, () => open({ token, code: wrong })),
    )
    expect(tries.map((each) => each.code)).toEqual(tries.map(() => 'code_needed'))
    expect((await open({ token, code })).status).toBe(403)
    const refused = (await timeline()).filter(({ act }) => act === 'package-code-refused')
    expect(refused).toHaveLength(LIMITS.packageCodeTries)

    await system((client) =>
      client.package.update({ where: { id }, data: { codeTries: 0, codeUntil: new Date() } }),
    )
    expect((await open({ token, code })).status).toBe(403)
  })

  it('is mailed few codes, and one when it loads the page again', async () => {
    const { funder, sent } = await apply()
    const { token, id } = await sent()
    const codes = async () =>
      (await mailsTo(services, funder.emails[0] ?? '')).filter((mail) => mail.includes('is your code')).length
    const ask = async () => {
      const { code } = await open({ token })
      await runJobs()
      return code
    }
    expect([await ask(), await ask(), await codes()]).toEqual(['code_needed', 'code_needed', 1])
    const past = () =>
      system((client) =>
        client.package.update({ where: { id }, data: { codeUntil: new Date(Date.now() + 60_000) } }),
      )
    for (let asked = 1; asked < RATES.packageCodePerAddress.max; asked += 1) {
      await past()
      await ask()
    }
    await past()
    expect([await ask(), await codes()]).toEqual(['too_many_requests', RATES.packageCodePerAddress.max])
  })

  it('needs no code where the funder’s switch says so', async () => {
    const { funder, sent } = await apply()
    await system((client) => client.funder.update({ where: { id: funder.id }, data: { asksCode: false } }))
    const { token } = await sent()
    const { status, cookies } = await open({ token })
    expect([status, cookies]).toEqual([200, []])
  })

  it('stores and logs neither the code nor the token', async () => {
    const { funder, sent } = await apply()
    const { token, id } = await sent()
    await open({ token })
    const queued = JSON.stringify(await world.waiting('package-mail:%'))
    await runJobs()
    const code = await mailedCode(funder.emails[0] ?? '')
    const row = await system((client) => client.package.findUniqueOrThrow({ where: { id } }))
    for (const text of [queued, JSON.stringify(row), world.log.join('')]) {
      expect(text).not.toContain(token.split('.')[1])
      expect(text).not.toContain(`"${code}"`)
    }
  })
})

describe('a link', () => {
  it('opens nothing once withdrawn, expired, forged, or destroyed', async () => {
    const { id, submission, token, cookie, act, funder, boss } = await opened()
    const [own = ''] = token.split('.')
    const forged = `${own}.${'A'.repeat(43)}`
    const receipt = makeReceiptToken(services.keys, own)
    for (const bad of [forged, receipt, 'x', `${token}.`, own])
      expect(await open({ token: bad }, cookie)).toMatchObject({ status: 404, code: 'link_ended' })

    await act('withdraw', id)
    const ended = async () => [
      (await open({ token }, cookie)).status,
      (await file({ token, documentId: 'application' }, cookie)).status,
      (await answer({ token, kind: 'decline', reason: 'No' }, cookie)).status,
    ]
    expect(await ended()).toEqual([404, 404, 404])
    expect((await open({ token })).error).toContain('withdrew')
    await system((client) =>
      client.package.update({ where: { id }, data: { state: 'opened', expiresAt: new Date() } }),
    )
    expect(await ended()).toEqual([404, 404, 404])
    expect((await open({ token })).error).toContain('expired')

    await system((client) =>
      client.package.update({ where: { id }, data: { expiresAt: new Date(Date.now() + 60_000) } }),
    )
    expect((await file({ token, documentId: 'application' }, cookie)).status).toBe(200)
    await answer(
      { token, kind: 'offer', amount: 1000, factor: 1.3, paymentCount: 10, frequency: 'daily' },
      cookie,
    )
    const [copy] = await system((client) => client.packageCopy.findMany({ where: { packageId: id } }))
    const actor = {
      ...boss,
      isAdmin: true,
      userType: 'admin',
      permissions: [],
      userId: boss.id,
      scope: 'company',
    }
    const by = { actor: { ...actor, confirmedAt: new Date() } as never, ip: '' }
    await deleteSubmission(services, by, { id: submission, reason: 'Asked for' })
    expect(await open({ token }, cookie)).toMatchObject({ status: 404, code: 'link_ended' })
    expect(await services.storage.exists(copy?.storedAs ?? '')).toBe(false)
    expect(await system((client) => client.package.count({ where: { funderId: funder.id } }))).toBe(0)
  })

  it('gives no file that was being marked when it was withdrawn', async () => {
    const { id, token, cookie, act } = await opened()
    const asked = ['all', 'application'].map((documentId) => file({ token, documentId }, cookie))
    await act('withdraw', id)
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404])
  })

  it('tells each opening with its address, and webhooks of the first', async () => {
    const { submission, token, cookie, timeline } = await opened()
    await open({ token }, cookie)
    const entries = (await timeline()).filter(({ act }) => act === 'package-opened')
    expect(entries.map(({ ip, actorName }) => [ip, actorName])).toEqual([
      ['127.0.0.1', ''],
      ['127.0.0.1', ''],
    ])
    const find = { where: { submissionId: submission, type: 'package.opened' } }
    expect(await system((client) => client.event.count(find))).toBe(1)
  })
})

describe('the files', () => {
  it('are copies of this funder’s own, made once, named, and sent one by one or as an archive', async () => {
    const { id, submission, token, cookie, documents, copyNumber, funder, boss, timeline } = await opened()
    const [document = ''] = documents
    const first = await file({ token, documentId: document }, cookie)
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('application/pdf')
    expect(first.headers.get('content-disposition')).toContain('inline; filename="october.pdf"')
    const text = await wholeText(first.content)
    expect(text).toContain(copyNumber)
    expect(text).toContain(funder.name)
    const again = await file({ token, documentId: document, download: true }, cookie)
    expect(again.content.equals(first.content)).toBe(true)
    expect(again.headers.get('content-disposition')).toContain('attachment')

    const all = await file({ token, documentId: 'all', download: true }, cookie)
    const archive = readZip(all.content)
    expect([...archive.keys()].map((name) => name.replace(/^.* – (.*) – .*$/, '$1'))).toEqual([
      'application',
      'cash flow',
      'october.pdf',
      'november.pdf',
    ])
    for (const content of archive.values()) expect(await wholeText(content)).toContain(copyNumber)
    expect(await system((client) => client.packageCopy.count({ where: { packageId: id } }))).toBe(4)
    const viewed = (await timeline()).filter(({ act }) => act === 'package-document-viewed')
    expect(viewed.map(({ detail }) => (detail as { download: boolean }).download)).toEqual([
      false,
      true,
      true,
    ])
    expect((await file({ token, documentId: (await apply()).documents[0] ?? '' }, cookie)).status).toBe(404)
    const shown = await call(url, 'GET', `/form/submissions/${submission}/timeline`, {
      token: await signIn(url, boss.email),
    })
    const rows = (shown.body.data as TimelineEntry[]).filter(({ act }) => act === 'package-document-viewed')
    expect(rows.map(({ actor, sentence, document }) => [actor.name, sentence, document?.name])).toEqual([
      [funder.name, 'Downloaded all files', undefined],
      [funder.name, 'Downloaded a file of the package', 'october.pdf'],
      [funder.name, 'Viewed a file of the package', 'october.pdf'],
    ])
  })

  it('are made once where two calls ask for one at the same time', async () => {
    const { token, cookie } = await opened()
    const ask = () => file({ token, documentId: 'application' }, cookie)
    const [one, other] = await Promise.all([ask(), ask()])
    expect(one.status).toBe(200)
    expect(one.content.equals(other.content)).toBe(true)
  })

  it('hold a sealed application, masked and without contact where it is to be', async () => {
    const text = async (from: Awaited<ReturnType<typeof opened>>) => {
      const { token, cookie } = from
      const { content } = await file({ token, documentId: 'application' }, cookie)
      const { state } = await services.pdfs.verify(content, await knownSeals(), '')
      return { state, text: await wholeText(content) }
    }
    const { knownCertificates } = await import('../evidence/certificates.ts')
    const knownSeals = () => knownCertificates(services.db)
    const full = await text(await opened({}, { taxId: '12-3456789' }))
    expect(full.state).toBe('copy')
    expect(full.text).toContain('12-3456789')
    expect(full.text).toContain(EMAIL)

    const applied = await apply({ taxId: '12-3456789' })
    await system((client) =>
      client.funder.update({ where: { id: applied.funder.id }, data: { hidesContact: true } }),
    )
    const sent = await applied.sent()
    await system((client) => client.package.update({ where: { id: sent.id }, data: { isMasked: true } }))
    const cookie = await enter(sent.token, applied.funder.emails[0] ?? '')
    const hidden = await text({ ...applied, ...sent, submission: '', cookie })
    expect(hidden.state).toBe('copy')
    for (const secret of ['12-3456789', EMAIL, PHONE, '(212) 555-0199'])
      expect(hidden.text).not.toContain(secret)
  })

  it('go when the package ends', async () => {
    const { id, token, cookie, act } = await opened()
    await file({ token, documentId: 'application' }, cookie)
    const copies = () => system((client) => client.packageCopy.findMany({ where: { packageId: id } }))
    const [copy] = await copies()
    await sweep(services)
    expect(await copies()).toHaveLength(1)
    await act('withdraw', id)
    await sweep(services)
    expect(await copies()).toEqual([])
    expect(await services.storage.exists(copy?.storedAs ?? '')).toBe(false)
  })
})

describe('an answer', () => {
  const OFFER = { kind: 'offer', amount: 50_000, factor: 1.3, paymentCount: 120, frequency: 'daily' }

  it('is the latest, while the timeline has all', async () => {
    const { id, submission, token, cookie, boss, list, timeline } = await opened()
    expect((await answer({ token, ...OFFER })).status).toBe(403)
    expect((await answer({ token, ...OFFER }, cookie)).status).toBe(200)
    const offers = () => system((client) => client.offer.findMany({ where: { packageId: id } }))
    expect(await offers()).toMatchObject([{ amount: 50_000, replacedAt: null, enteredBy: '' }])
    const asked = await answer({ token, kind: 'ask', text: 'The October statement' }, cookie)
    expect(asked.body.data).toMatchObject({ answer: { kind: 'ask', text: 'The October statement' } })
    expect((await answer({ token, kind: 'decline', reason: 'Too many positions' }, cookie)).status).toBe(200)
    expect((await offers())[0]?.replacedAt).not.toBeNull()
    const [row] = await list()
    expect(row).toMatchObject({ state: 'answered', answer: 'decline' })
    expect(row?.answers.map(({ kind, text }) => [kind, text])).toEqual([
      ['offer', '$50,000 × 1.3, 120 daily payments'],
      ['ask', 'The October statement'],
      ['decline', 'Too many positions'],
    ])
    expect((await open({ token }, cookie)).data.answer?.kind).toBe('decline')
    const kinds = (await timeline()).filter(({ act }) => act === 'package-answered')
    expect(kinds.map(({ detail }) => (detail as { kind: string }).kind)).toEqual(['offer', 'ask', 'decline'])
    const find = { where: { submissionId: submission, type: 'package.answered' } }
    expect(await system((client) => client.event.count(find))).toBe(3)
    const notices = await system((client) =>
      client.notice.findMany({ where: { userId: boss.id, kind: 'funder' } }),
    )
    expect(notices).toHaveLength(3)
    const stored = await system((client) => client.package.findUniqueOrThrow({ where: { id } }))
    expect(Buffer.from(stored.data).toString('latin1')).not.toContain('positions')
  })

  it('is kept so many times', async () => {
    const { id, token, cookie } = await opened()
    for (let made = 0; made < LIMITS.packageAnswers + 3; made += 1) {
      await system((client) => client.throttleBucket.deleteMany())
      expect((await answer({ token, ...OFFER }, cookie)).status).toBe(200)
    }
    const replaced = { where: { packageId: id, replacedAt: { not: null } } }
    expect(await system((client) => client.offer.count(replaced))).toBe(LIMITS.packageAnswers)
    expect(await system((client) => client.offer.count({ where: { packageId: id, replacedAt: null } }))).toBe(
      1,
    )
  })

  it('is one of the three, with what belongs to it', async () => {
    const { token, cookie } = await opened()
    const status = async (body: object) => (await answer({ token, ...body }, cookie)).status
    expect(await status({ kind: 'decline' })).toBe(400)
    expect(await status({ kind: 'ask', text: ' ' })).toBe(400)
    expect(await status({ kind: 'decline', reason: 'No', amount: 3 })).toBe(400)
    expect(await status({ ...OFFER, factor: undefined })).toBe(400)
    expect(await status({ ...OFFER, text: 'x' })).toBe(400)
    const past = await answer({ token, ...OFFER, expiresAt: '2026-01-31' }, cookie)
    expect(past.body).toMatchObject({ fields: { expiresAt: offerServerMessages.past } })
    expect(await status({ kind: 'accept' })).toBe(400)
  })
})
