import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { applicantMessages } from '#domain/messages/applicant'
import {
  CONSENT_VERSION,
  consentText,
  signedText,
  wordingFor,
  wordingText,
  type Signing,
  type SigningRecord,
} from '#domain/signing'
import { openFormSession } from '../../test/support/applicant.ts'
import { call, makeCompany, makeLink, signIn } from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'

const { url, services } = await startTestServer()
const token = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const answers = fullApplication({ signer1Signature: PNG, signer2Signature: '' })

const company = { companyName: 'Demo Funding', contact: '', authorizationText: '', disclaimer: '' }
const TIMES = { startedAt: '2026-11-22T10:00:01.000Z', endedAt: '2026-11-22T10:00:09.000Z' }

function signed(changes: Partial<typeof company> = {}): Signing {
  const wording = wordingFor('es', { ...company, ...changes })
  return {
    consent: { version: CONSENT_VERSION, language: 'es', at: '2026-11-22T09:59:00.000Z' },
    signer1: {
      ...TIMES,
      way: 'drawn',
      wording: sha256(wordingText(wording)),
      digest: sha256(signedText(wording, answers)),
    },
  }
}

const post = (formSubmissionId: string, signing?: unknown, changes: object = {}) =>
  call(url, 'POST', '/form/submit', { body: { ...answers, formSubmissionId, signing, ...changes } })

const read = async (id: string): Promise<SigningRecord> => {
  const { body } = await call(url, 'GET', `/form/submissions/${id}`, { token })
  return (body.data as { signing: SigningRecord }).signing
}
const idOf = (formSubmissionId: string) => formSubmissionId.split('.')[0] ?? ''

describe('the evidence of a signature', () => {
  it('is kept as it was told, beside what the server saw', async () => {
    const session = await openFormSession(url)
    expect((await post(session, signed())).status).toBe(200)
    const record = await read(idOf(session))
    expect(record).toMatchObject({
      consent: { version: CONSENT_VERSION, language: 'es', text: consentText('es', company) },
      signers: [
        { signer: 1, ...TIMES, way: 'drawn', matches: true, address: '127.0.0.1', digest: record.digest },
      ],
    })
    expect(record.signers[0]?.receivedAt).toMatch(/^20\d\d-/)
    const viewed = await call(url, 'POST', `/form/submissions/${idOf(session)}/views`, { token })
    expect((viewed.body.data as { signing: SigningRecord }).signing).toEqual(record)
  })

  it('is stored sealed', async () => {
    const session = await openFormSession(url)
    await post(session, signed())
    const row = await services.db
      .system('test')
      .write((client) => client.formSubmission.findUniqueOrThrow({ where: { id: idOf(session) } }))
    const stored = Buffer.from(row.signing ?? [])
    expect(stored.length).toBeGreaterThan(500)
    expect(stored.includes('Demo Funding')).toBe(false)
  })

  it('is none for a signature that was not made, and for a submit without it', async () => {
    const [unsigned, plain] = [await openFormSession(url), await openFormSession(url)]
    await post(unsigned, signed(), { signer1Signature: '' })
    expect((await read(idOf(unsigned))).signers).toEqual([])
    await post(plain)
    expect(await read(idOf(plain))).toBeNull()
  })

  it('says so where the digest is another, or where there is none', async () => {
    const [other, none] = [await openFormSession(url), await openFormSession(url)]
    const signing = signed()
    await post(other, signing, { legalName: 'Changed LLC' })
    expect((await read(idOf(other))).signers[0]?.matches).toBe(false)
    await post(none, { ...signing, signer1: { ...TIMES, way: 'typed' } })
    expect((await read(idOf(none))).signers[0]).toMatchObject({ way: 'typed', digest: null, matches: null })
  })

  it('leaves a repeated submit the same, whatever its times', async () => {
    const session = await openFormSession(url)
    const first = await post(session, signed())
    const later = { ...signed(), consent: { ...signed().consent, at: '2026-11-22T11:11:11.000Z' } }
    const second = await post(session, later)
    expect([second.status, second.body.data]).toEqual([200, first.body.data])
    expect((await read(idOf(session))).consent.at).toBe('2026-11-22T09:59:00.000Z')
  })

  it.each([
    ['an unknown version', { consent: { ...signed().consent, version: '1999' } }],
    ['a time that is none', { consent: { ...signed().consent, at: 'yesterday' } }],
    ['a digest that is none', { ...signed(), signer1: { ...TIMES, way: 'drawn', digest: 'abc' } }],
    ['an unknown key', { ...signed(), signer3: {} }],
  ])('is refused with %s', async (_what, signing) => {
    const { status, body } = await post(await openFormSession(url), signing)
    expect([status, body.code]).toEqual([400, 'invalid_input'])
  })
})

it('a signature under a wording that the company has changed since is asked for again', async () => {
  const wording = { authorizationText: 'TERMS\nOld text.', disclaimer: 'Old.' }
  const changing = await makeCompany(services, wording)
  const { slug } = await makeLink(services, changing.id)
  const named = { ...wording, companyName: changing.nameOut }
  const session = await openFormSession(url, slug)
  await services.db
    .system('test')
    .write((client) => client.company.update({ where: { id: changing.id }, data: { disclaimer: 'New.' } }))
  const before = await post(session, signed(named))
  expect([before.status, before.body]).toMatchObject([
    409,
    { code: 'wording_changed', fields: { signer1Signature: applicantMessages.form.wordingChanged } },
  ])
  const again = { ...named, disclaimer: 'New.' }
  expect((await post(session, signed(again))).status).toBe(200)
  expect((await read(idOf(session))).signers[0]?.matches).toBe(true)
  // A retry of an accepted application isn't asked to sign again.
  expect((await post(session, signed(named))).status).toBe(200)
})
