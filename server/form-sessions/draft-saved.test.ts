import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { INPUTS } from '#domain/catalogue/index'
import { maxLength } from '#domain/catalogue/problem-texts'
import { LIMITS, RATES } from '#domain/limits'
import { serverMessages } from '#domain/messages/server'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { draftOf, saveDraft, sessionRow } from '../test/support/drafts.ts'
import { call } from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'
import { upload } from '../test/support/uploads.ts'
import { saveDraft as saveInto } from './draft.service.ts'
import { sessionState } from './form-session.service.ts'
import { startDraftTests } from './draft.fixture.ts'

const { url, services, adminUrl, log, linkAsking } = await startDraftTests()

const setSettings = (id: string, settings: object) =>
  services.db
    .system('test')
    .write((client) =>
      client.company.update({ where: { id }, data: { appEditorSettings: JSON.stringify(settings) } }),
    )

describe('a draft', () => {
  it('resumes where the applicant left off', async () => {
    const token = await openFormSession(url)
    const { status, body } = await saveDraft(url, token, { legalName: 'Peña & Söhne 🥐', city: 'Austin' })
    expect([status, body]).toEqual([
      200,
      { status: 'success', data: { savedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) } },
    ])
    await saveDraft(url, token, { city: 'Dallas', seasonal: 'Yes' }, { secondSigner: false })

    const { values, ...rest } = (await draftOf(url, token)) ?? {}
    expect(values).toEqual({ legalName: 'Peña & Söhne 🥐', city: 'Dallas', seasonal: 'Yes' })
    expect(rest).toEqual({
      kept: [],
      secondSigner: false,
      savedAt: expect.any(String),
      revision: expect.any(Number),
    })
  })

  it('takes the session from the header, and refuses two that differ', async () => {
    const token = await openFormSession(url)
    const send = (body: object) =>
      call(url, 'PUT', '/form/session/draft', {
        headers: { 'x-form-session': token },
        body: { values: { fax: '1' }, revision: 1, ...body },
      })
    expect((await send({})).status).toBe(200)
    const two = await send({ formSubmissionId: await openFormSession(url) })
    expect([two.status, two.body.error]).toEqual([400, serverMessages.form.twoSessions])
  })

  it('makes the row at the first save, under which files and the application then go', async () => {
    const token = await openFormSession(url)
    expect(await sessionRow(services, token)).toBeNull()
    await saveDraft(url, token, { legalName: 'A' })
    const row = await sessionRow(services, token)
    expect(row?.draft).not.toBeNull()
    expect((await upload(url, { headers: { 'x-form-session': token } })).status).toBe(200)
    await saveDraft(url, token, { legalName: 'B' })
    expect((await sessionRow(services, token))?.wrappedKey).toEqual(row?.wrappedKey)
    expect((await submitApplication(url, token)).status).toBe(200)
  })

  it('counts legacy names as the answers they stand for; the canonical one wins', async () => {
    const token = await openFormSession(url)
    await saveDraft(url, token, { cellPhoneNumber: '1', natureBusiness: '2', nature: '3' })
    expect((await draftOf(url, token))?.values).toEqual({ cellPhone: '1', nature: '3' })
  })

  it('forgets what is emptied', async () => {
    const token = await openFormSession(url)
    await saveDraft(url, token, { fax: '555', taxId: '12-3456789' })
    await saveDraft(url, token, { fax: '', taxId: '' })
    expect(await draftOf(url, token)).toMatchObject({ values: {}, kept: [] })
  })

  it('keeps what is hidden for now, so that it is there again when its question is', async () => {
    const token = await openFormSession(url)
    await saveDraft(url, token, { question9: 'Yes', company1: 'Swift Capital' })
    await saveDraft(url, token, { question9: 'No' })
    expect((await draftOf(url, token))?.values).toEqual({ question9: 'No', company1: 'Swift Capital' })
  })

  it('lets a later save win, in whichever order they arrive', async () => {
    const token = await openFormSession(url)
    await saveDraft(url, token, { fax: 'new', city: 'new' }, { revision: 20, secondSigner: true })
    await saveDraft(url, token, { fax: 'old', zip: 'old' }, { revision: 10, secondSigner: false })
    expect(await draftOf(url, token)).toMatchObject({
      values: { fax: 'new', city: 'new', zip: 'old' },
      secondSigner: true,
      revision: 20,
    })
    await saveDraft(url, token, { fax: '' }, { revision: 30 })
    await saveDraft(url, token, { fax: 'late' }, { revision: 25 })
    expect((await draftOf(url, token))?.values).toEqual({ city: 'new', zip: 'old' })
    await saveDraft(url, token, { fax: 'again' }, { revision: 30 })
    expect((await draftOf(url, token))?.values).toMatchObject({ fax: 'again' })
  })

  it('is told with all that came before the question, be it still under way', async () => {
    const token = await openFormSession(url)
    const patch = { values: { nature: 'Bakery' } }
    const saveAs = (revision: number) => saveInto(services, token, { ...patch, revision }, '127.0.0.1')
    const saving = [saveAs(1), saveAs(2)]
    const { draft } = await sessionState(services, token)
    expect(draft).toMatchObject({ values: { nature: 'Bakery' }, revision: 2 })
    await Promise.all(saving)
  })

  it('loses none of fifty saves at once, the first of which make the row', async () => {
    const token = await openFormSession(url)
    const names = [...INPUTS.values()].filter(({ sensitive }) => !sensitive).slice(0, 50)
    expect(names).toHaveLength(50)
    const answers = await Promise.all(
      names.map(({ name }) => saveDraft(url, token, { [name]: `of ${name}` })),
    )
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
    expect((await draftOf(url, token))?.values).toEqual(
      Object.fromEntries(names.map(({ name }) => [name, `of ${name}`])),
    )
  })

  it('loses none over two nodes either', async () => {
    const { databaseUrl, encryptionKey, dataDir } = services.config
    const other = await startTestServer({ databaseUrl, encryptionKey, dataDir })
    const token = await openFormSession(url)
    const names = [...INPUTS.values()].filter(({ sensitive }) => !sensitive).slice(0, 30)
    const answers = await Promise.all(
      names.map(({ name }, index) => saveDraft(index % 2 ? url : other.url, token, { [name]: name })),
    )
    expect(answers.map(({ status }) => status)).toEqual(names.map(() => 200))
    expect(Object.keys((await draftOf(url, token))?.values ?? {})).toHaveLength(30)
    await other.stop()
  })

  it('takes all that a submit takes, signatures and all, over REST and tRPC', async () => {
    const token = await openFormSession(url)
    const full = Object.fromEntries(
      [...INPUTS.values()].map(({ name, kind }) => [
        name,
        'x'.repeat(kind === 'signature' ? maxLength(kind) : LIMITS.draftTextLength),
      ]),
    )
    expect((await saveDraft(url, token, full)).status).toBe(200)
    const answer = await fetch(`${url}/api/trpc/form.saveDraft`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-form-session': token },
      body: JSON.stringify({ values: { ...full, fax: 'by tRPC' }, revision: Date.now() * 2 }),
    })
    expect(answer.status).toBe(200)
    expect((await draftOf(url, token))?.values.fax).toBe('by tRPC')
  })

  it('takes whatever can be typed, as it was typed', async () => {
    const token = await openFormSession(url)
    const odd = ' a\u000b\u0000b\ud800 \n"\\ '
    expect((await saveDraft(url, token, { useOfFunds: odd })).status).toBe(200)
    expect((await draftOf(url, token))?.values.useOfFunds).toBe(odd)
  })

  it('is reached by its own token only', async () => {
    const [one, two] = [await openFormSession(url), await openFormSession(url)]
    await saveDraft(url, one, { city: 'One' })
    await saveDraft(url, two, { city: 'Two' })
    expect((await draftOf(url, one))?.values).toEqual({ city: 'One' })
  })
})

describe('sensitive answers', () => {
  it('are named as kept and never told again', async () => {
    const token = await openFormSession(url)
    const secrets = { taxId: '33-7719264', partner1SSN: '417-62-8835', partner1DOB: '1961-07-23' }
    const drawing = 'data:image/png;base64,SIGNED'
    const saved = await saveDraft(url, token, {
      ...secrets,
      signer1Signature: drawing,
      partner2SSN: '  ',
      fax: '1',
    })
    const state = await call(url, 'POST', '/form/session/state', { body: { formSubmissionId: token } })
    expect(state.body.data).toMatchObject({
      draft: {
        values: { fax: '1' },
        kept: ['taxId', 'partner1SSN', 'partner1DOB', 'signer1Signature'],
      },
    })
    for (const secret of [...Object.values(secrets), drawing]) {
      expect(JSON.stringify([saved.body, state.body])).not.toContain(secret)
    }
  })
})

describe('a company that asks for less', () => {
  it('gets nothing of it into a draft', async () => {
    const { link } = await linkAsking({ businessInfo: { fax: false, cellPhone: false, taxId: false } })
    const token = await openFormSession(url, link.slug)
    const { status } = await saveDraft(url, token, { fax: '1', cellPhoneNumber: '2', taxId: '3', city: 'X' })
    expect(status).toBe(200)
    expect(await draftOf(url, token)).toMatchObject({ values: { city: 'X' }, kept: [] })
  })

  it('later, is not told what was saved before, and the next save drops it', async () => {
    const { company, link } = await linkAsking({})
    const token = await openFormSession(url, link.slug)
    await saveDraft(url, token, { fax: '1', taxId: '12-3456789', city: 'X' })
    await setSettings(company.id, { businessInfo: { fax: false, taxId: false } })
    expect(await draftOf(url, token)).toMatchObject({ values: { city: 'X' }, kept: [] })
    await saveDraft(url, token, { city: 'Y' })
    await setSettings(company.id, {})
    expect(await draftOf(url, token)).toMatchObject({ values: { city: 'Y' }, kept: [] })
  })
})

it('at rest nothing of a draft can be read, sensitive or not, nor in the log', async () => {
  const token = await openFormSession(url)
  const marks = { legalName: 'DRAFT-MARK-4471', taxId: '33-7719264', city: 'DRAFT-CITY-4471' }
  await saveDraft(url, token, marks)
  await saveDraft(url, token, { favouriteColour: 'DRAFT-WRONG-4471' })
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  let dump = ''
  for (const { name } of tables) {
    const { rows } = await client.query<{ line: string }>(`SELECT t::text AS line FROM ${name} t`)
    dump += rows.map(({ line }) => line).join('\n')
  }
  await client.end()
  const found = (text: string) =>
    [...Object.values(marks), 'DRAFT-WRONG-4471'].filter(
      (mark) => text.includes(mark) || text.includes(Buffer.from(mark).toString('hex')),
    )
  expect(dump).toContain(token.split('.')[0])
  expect(found(dump)).toEqual([])
  expect(log.length).toBeGreaterThan(0)
  expect(found(log.join('\n'))).toEqual([])
  expect(log.join('\n')).not.toContain(token.split('.')[1])
})

it('a draft opens in its own row only', async () => {
  const [one, two] = [await openFormSession(url), await openFormSession(url)]
  await saveDraft(url, one, { city: 'One' })
  await saveDraft(url, two, { city: 'Two' })
  const { draft } = (await sessionRow(services, one)) ?? {}
  await services.db
    .system('test')
    .write((client) =>
      client.formSession.update({ where: { id: two.split('.')[0] ?? '' }, data: { draft: draft ?? null } }),
    )
  const state = await call(url, 'POST', '/form/session/state', { body: { formSubmissionId: two } })
  expect([state.status, JSON.stringify(state.body).includes('One')]).toEqual([500, false])
})

it('a session may save only so often', async () => {
  const limited = await startTestServer({ rateLimit: true })
  const token = await openFormSession(limited.url)
  const { max } = RATES.draftPerSession
  const answers = await Promise.all(
    Array.from({ length: max + 1 }, () => saveDraft(limited.url, token, { city: 'X' })),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.map(({ status }) => status)).toEqual([429])
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  const other = await openFormSession(limited.url)
  expect((await saveDraft(limited.url, other, { city: 'X' })).status).toBe(200)
})
