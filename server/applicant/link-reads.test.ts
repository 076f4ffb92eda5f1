import pg from 'pg'
import { expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { call } from '../test/support/factories.ts'
import { openFormSession } from '../test/support/applicant.ts'
import { saveDraft } from '../test/support/drafts.ts'
import { startRequestTests } from '../requests/request.fixture.ts'
import { secondSignerCalls } from './second-signer.fixture.ts'

const { url, adminUrl, system, apply, state, answer, upload } = await startRequestTests()
const { view, sign, invite } = secondSignerCalls(url)

const QUESTION = { kind: 'answer', question: 'Who is your landlord?' }
const LICENCE = { kind: 'document', type: 'driversLicense', label: '' }
const copy = (token: string) =>
  fetch(`${url}/api/application/copy`, {
    method: 'POST',
    body: JSON.stringify({ token }),
    headers: { 'content-type': 'application/json' },
  })
const reads = async (objectId: string) => {
  const act = 'submission-read-by-link'
  const where = { objectId, act, objectType: 'submission' }
  const rows = await system((client) => client.auditEntry.findMany({ where, orderBy: { id: 'asc' } }))
  return rows.map(({ detail, ip, actorId, companyId }) => ({ ...(detail as object), ip, actorId, companyId }))
}

it('records each kind of read by a link once a minute, with the kind of link and the address', async () => {
  const {
    id,
    receipt,
    asked,
    company,
    token: staff,
  } = await apply({
    signer2Name: '',
    signer2Date: '',
    signer2Signature: '',
  })
  const { token } = await asked(QUESTION)
  for (let time = 0; time < 2; time++) {
    await state(receipt)
    await copy(receipt)
    await state(token)
    expect((await copy(token)).status).toBe(200)
  }
  const from = { ip: '127.0.0.1', actorId: null, companyId: company.id }
  const expected = [
    { link: 'receipt', download: false, ...from },
    { link: 'receipt', download: true, ...from },
    { link: 'request', download: false, ...from },
    { link: 'request', download: true, ...from },
  ]
  expect(await reads(id)).toEqual(expected)
  const { body } = await call(url, 'GET', `/form/submissions/${id}/timeline`, { token: staff })
  const timeline = body.data as { kind: string; sentence: string }[]
  expect(timeline.map(({ kind, sentence }) => [kind, sentence])).toEqual(
    expect.arrayContaining([
      ['read', 'Read the application by the link of the applicant’s receipt'],
      ['download', 'Downloaded a copy by the link of a request for missing items'],
    ]),
  )
})

it('records what a second signer reads, before and after signing', async () => {
  const { id, token } = await secondSigner()
  await view(token)
  await view(token)
  expect(await reads(id)).toMatchObject([{ link: 'signature', download: false }])
  expect((await sign(token)).status).toBe(200)
  expect((await copy(token)).status).toBe(200)
  expect(await reads(id)).toMatchObject([{ download: false }, { link: 'signature', download: true }])
})

it('records that a draft was taken to another device', async () => {
  const { slug } = await system((client) => client.generatedLink.findFirstOrThrow())
  const session = await openFormSession(url, slug)
  await saveDraft(url, session, { city: 'Austin' })
  const { body } = await call(url, 'POST', '/form/session/move', { body: { formSubmissionId: session } })
  const token = (body.data as { url: string }).url.split('#move=')[1]
  expect((await call(url, 'POST', '/form/session/take', { body: { token } })).status).toBe(200)
  expect(await reads(session.split('.')[0] ?? '')).toMatchObject([{ link: 'move', download: false }])
})

it('gives nothing out while the read can not be recorded', async () => {
  const { id, receipt } = await apply()
  const rename = (from: string, to: string) =>
    asAdmin(`ALTER TABLE "AuditEntry" RENAME COLUMN "${from}" TO "${to}"`)
  await rename('actorName', 'hidden')
  const failed = await state(receipt)
  await rename('hidden', 'actorName')
  expect(failed.status).toBeGreaterThanOrEqual(500)
  expect((await state(receipt)).status).toBe(200)
  expect(await reads(id)).toHaveLength(1)
})

it('only says, by the link of an answered request, that everything was received, and when', async () => {
  const { asked, receipt } = await apply()
  const { token } = await asked(LICENCE, QUESTION)
  const document = await upload(token, 'licence-of-pena.pdf')
  await answer(token, [{ item: 0, document }])
  expect(JSON.stringify((await post('state', token)).body)).toContain('licence-of-pena.pdf')
  await answer(token, [{ item: 1, text: 'Joe Miller' }])
  const { status, body } = await post('state', token)
  const { request, documents, signers, can } = body.data as Record<string, unknown>
  const answeredAt = expect.stringMatching(/^20\d\d-/) as string
  expect(status).toBe(200)
  expect(request).toMatchObject({ open: false, details: null, answeredAt })
  expect([documents, signers]).toEqual([[], []])
  expect(Object.values(can as object)).toEqual([false, false, false])
  expect(JSON.stringify(body)).not.toMatch(/pena|Peña|landlord|Joe Miller/)
  expect((await copy(token)).status).toBe(404)
  expect((await post('signer', token)).status).toBe(404)
  await expect(upload(token)).rejects.toThrow()
  expect(JSON.stringify((await post('state', receipt)).body)).toContain('licence-of-pena.pdf')
  expect((await post('end', token)).status).toBe(200)
})

async function asAdmin(statement: string) {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

const post = (path: string, token: string) => call(url, 'POST', `/application/${path}`, { body: { token } })

async function secondSigner(): Promise<{ id: string; token: string }> {
  const { slug } = await system((client) => client.generatedLink.findFirstOrThrow())
  const alone = { signer2Name: '', signer2Date: '', signer2Signature: '' }
  const body = {
    ...fullApplication(alone),
    generatedLinkSlug: slug,
    secondSignerInvite: { name: 'Robin Baker' },
  }
  const sent = await call(url, 'POST', '/form/submit', { body })
  const { id, receiptToken } = sent.body.data as { id: string; receiptToken: string }
  return { id, token: (await invite(receiptToken)).token }
}
