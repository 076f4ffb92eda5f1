import { describe, expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import type { Values } from '#domain/catalogue/values'
import { formMessages } from '#domain/messages/form'
import { applicantMessages } from '#domain/messages/applicant'
import { openFormSession } from '../../test/support/applicant.ts'
import { draftOf, saveDraft, sessionRow } from '../../test/support/drafts.ts'
import { call, makeCompany, makeLink } from '../../test/support/factories.ts'
import { startTestServer } from '../../test/support/server.ts'
import { openSubmission, sealedSelect } from './sealed-submission.ts'

const { url, services } = await startTestServer()

const SECRETS = { taxId: '33-7719264', partner1SSN: '417-62-8835', partner1DOB: '1961-07-23' }
const KEPT = Object.keys(SECRETS)
const { signer1Signature = '' } = fullApplication()

/** A full application but for the secrets, as a page sends it that was loaded again. */
const rest = (changes: Record<string, unknown> = {}) => {
  const { taxId: _taxId, partner1SSN: _ssn, partner1DOB: _dob, ...others } = fullApplication()
  return { ...others, generatedLinkSlug: 'demo', ...changes }
}
const submit = (formSubmissionId: string | undefined, kept: unknown, changes: Record<string, unknown> = {}) =>
  call(url, 'POST', '/form/submit', { body: { ...rest(changes), formSubmissionId, kept } })
const lost = (label: string) => formMessages.problems.keptLost(label)

const accepted = async (token: string): Promise<Values | null> => {
  const row = await services.db
    .system('test')
    .write((client) =>
      client.formSubmission.findUnique({ where: { id: token.split('.')[0] ?? '' }, select: sealedSelect }),
    )
  return row && openSubmission(services.keys, row)
}
const withDraft = async (values: Values = SECRETS, slug?: string) => {
  const token = await openFormSession(url, slug)
  expect((await saveDraft(url, token, values)).status).toBe(200)
  return token
}
const linkAsking = async (settings: object) => {
  const { id } = await makeCompany(services, { appEditorSettings: JSON.stringify(settings) })
  return (await makeLink(services, id)).slug
}

describe('what is submitted as kept', () => {
  it('is taken from the draft, signatures too', async () => {
    const token = await withDraft({ ...SECRETS, signer1Signature })
    const { kept } = (await draftOf(url, token)) ?? {}
    expect(kept).toEqual([...KEPT, 'signer1Signature'])
    expect((await submit(token, kept, { signer1Signature: '' })).status).toBe(200)
    expect(await accepted(token)).toMatchObject({ ...SECRETS, signer1Signature })
    const row = await services.db
      .system('test')
      .write((client) =>
        client.formSubmission.findUniqueOrThrow({ where: { id: token.split('.')[0] ?? '' } }),
      )
    expect(row.taxIdHash).toBe(services.keys.blindIndex('taxId', row.companyId, '337719264'))
    expect((await sessionRow(services, token))?.draft).toBeNull()
  })

  it('gives way to an answer that is sent; a blank is none', async () => {
    const token = await withDraft()
    const { status } = await submit(token, KEPT, { taxId: '12-3456789', partner1SSN: '', partner1DOB: '  ' })
    expect(status).toBe(200)
    expect(await accepted(token)).toMatchObject({ ...SECRETS, taxId: '12-3456789' })
  })

  it('stands beside legacy names and hidden questions as any answer does', async () => {
    const token = await withDraft({ ...SECRETS, question9: 'Yes', company1: 'Swift Capital' })
    const { cellPhone, ...others } = fullApplication()
    const changes = { ...others, cellPhone: undefined, cellPhoneNumber: cellPhone, question9: 'No' }
    const secrets = { taxId: undefined, partner1SSN: undefined, partner1DOB: undefined }
    expect((await submit(token, KEPT, { ...changes, ...secrets })).status).toBe(200)
    expect(await accepted(token)).toMatchObject({ ...SECRETS, cellPhone, company1: '' })
  })

  it('follows the same rules as what is typed', async () => {
    const token = await withDraft({ ...SECRETS, partner1SSN: '000-12' })
    const { status, body } = await submit(token, KEPT)
    expect([status, body.fields]).toEqual([400, { partner1SSN: formMessages.problems.ssn }])
    const odd = await withDraft({ ...SECRETS, partner1SSN: '\u000b417-62-8835' })
    expect((await submit(odd, KEPT)).body.fields).toEqual({ partner1SSN: lost('SSN') })
    expect(await accepted(odd)).toBeNull()
  })

  it('is nothing to whoever does not say so', async () => {
    const token = await withDraft()
    for (const kept of [undefined, []]) {
      const { status, body } = await submit(token, kept)
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, KEPT])
    }
  })

  it('is dropped where the company asks for it no more', async () => {
    const slug = await linkAsking({ businessInfo: { taxId: false } })
    const token = await withDraft(SECRETS, slug)
    expect((await submit(token, KEPT, { generatedLinkSlug: slug })).status).toBe(200)
    expect(await accepted(token)).not.toHaveProperty('taxId')
  })
})

describe('what was kept and is lost', () => {
  it('is asked for again beside its field, along with whatever else needs a look', async () => {
    const token = await withDraft({ taxId: SECRETS.taxId })
    const { status, body } = await submit(token, [...KEPT, ...KEPT, 'signer2Signature'], {
      legalName: '',
      signer2Signature: '',
    })
    expect([status, body.code, body.error]).toEqual([
      400,
      'invalid_input',
      applicantMessages.form.problems(4),
    ])
    expect(body.fields).toEqual({
      legalName: formMessages.problems.required('Legal business name'),
      partner1SSN: lost('SSN'),
      partner1DOB: lost('Date of birth'),
      signer2Signature: lost('Signature'),
    })
    expect((await sessionRow(services, token))?.submittedAt).toBeNull()
    expect((await draftOf(url, token))?.kept).toEqual(['taxId'])
  })

  it('is so without a draft, a row, or a session', async () => {
    const fields = {
      taxId: lost('Tax ID'),
      partner1SSN: lost('SSN'),
      partner1DOB: lost('Date of birth'),
    }
    expect((await submit(await openFormSession(url), KEPT)).body.fields).toEqual(fields)
    expect((await submit(undefined, KEPT)).body.fields).toEqual(fields)
    const token = await withDraft({ city: 'X' })
    expect((await submit(token, KEPT)).body.fields).toEqual(fields)
  })

  it.each([
    ['an answer that is not sensitive', ['legalName']],
    ['an unknown name', ['favouriteColour']],
    ['a legacy name', ['cellPhoneNumber']],
    ['no text', [12]],
    ['no list', 'taxId'],
    ['null', null],
  ])('is refused outright: %s', async (_what, kept) => {
    const token = await withDraft()
    const { status, body } = await submit(token, kept, SECRETS)
    expect([status, body.code]).toEqual([400, 'invalid_input'])
    expect(JSON.stringify(body)).toContain('kept')
  })

  it('in another session is out of reach, and in an expired one too', async () => {
    await withDraft()
    const other = await openFormSession(url)
    expect((await submit(other, KEPT)).status).toBe(400)
    const expired = await withDraft()
    await services.db.system('test').write((client) =>
      client.formSession.update({
        where: { id: expired.split('.')[0] ?? '' },
        data: { expiresAt: new Date(0) },
      }),
    )
    expect((await submit(expired, KEPT)).body.code).toBe('session_expired')
  })
})

describe('a retry, when the draft is erased', () => {
  it('gets the same receipt, as often as it comes', async () => {
    const token = await withDraft()
    const first = await submit(token, KEPT)
    expect(first.status).toBe(200)
    for (let count = 0; count < 3; count += 1) {
      const again = await submit(token, KEPT)
      expect([again.status, again.body]).toEqual([200, first.body])
    }
    expect((await submit(token, [], SECRETS)).body).toEqual(first.body)
  })

  it('is refused when it is another application', async () => {
    const token = await withDraft()
    await submit(token, KEPT)
    expect((await submit(token, KEPT, { legalName: 'Somebody Else Inc' })).status).toBe(409)
    expect((await submit(token, KEPT, { taxId: '12-3456789' })).status).toBe(409)
    expect(await accepted(token)).toMatchObject(SECRETS)
  })

  it('stores one row of fifty at once', async () => {
    const token = await withDraft()
    const answers = await Promise.all(Array.from({ length: 50 }, () => submit(token, KEPT)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await accepted(token)).toMatchObject(SECRETS)
  })

  it('and saves that meet it lose nothing', async () => {
    for (let round = 0; round < 5; round += 1) {
      const token = await withDraft()
      const [submitted, again] = await Promise.all([
        submit(token, KEPT),
        submit(token, KEPT),
        ...Array.from({ length: 6 }, () => saveDraft(url, token, { fax: '2125550188' })),
      ])
      expect([submitted.status, again.body]).toEqual([200, submitted.body])
      expect(await accepted(token)).toMatchObject(SECRETS)
      expect((await sessionRow(services, token))?.draft).toBeNull()
    }
  })
})
