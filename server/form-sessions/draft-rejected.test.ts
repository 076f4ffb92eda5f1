import { describe, expect, it } from 'vitest'
import { maxLength } from '#domain/catalogue/problem-texts'
import { LIMITS } from '#domain/limits'
import { applicantMessages } from '#domain/messages/applicant'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { draftOf, saveDraft } from '../test/support/drafts.ts'
import { startDraftTests } from './draft.fixture.ts'

const { url, services, linkAsking } = await startDraftTests()

describe('what is refused, and changes nothing', () => {
  const rows = () =>
    services.db.system('test').write(
      (client) => client.$queryRaw`
        SELECT "id", md5("draft") AS "draft", "submittedAt", "expiresAt", "updatedAt" FROM "FormSession" ORDER BY "id"`,
    )
  const refuses = async (work: () => ReturnType<typeof saveDraft>) => {
    const before = await rows()
    const { status, body } = await work()
    expect(body).toMatchObject({ status: 'error', code: expect.any(String) })
    expect(await rows()).toEqual(before)
    return { status, code: body.code, error: body.error, fields: body.fields }
  }

  it.each([
    ['an unknown name', { values: { favouriteColour: 'blue' } }, 'Unknown field: favouriteColour'],
    ['an unknown key', { value: {} }, 'Unknown field: value'],
    [
      'a text that is too long',
      { values: { fax: 'x'.repeat(LIMITS.draftTextLength + 1) } },
      'Use at most 5000 characters',
    ],
    [
      'a drawing that is too large',
      { values: { signer1Signature: 'x'.repeat(maxLength('signature') + 1) } },
      'Sign again, with fewer strokes: the drawing is too large',
    ],
    ['a number', { values: { rent: 12 } }, 'values.rent must be of the type string.'],
    ['null', { values: { rent: null } }, 'values.rent must be of the type string.'],
    ['no values', { values: undefined }, 'values is required.'],
    ['no revision', { revision: undefined }, 'revision is required.'],
    ['a revision as text', { revision: '12' }, 'revision must be of the type number.'],
    ['a revision below 0', { revision: -1 }, 'revision must be at least 0.'],
    ['half a revision', { revision: 0.5 }, expect.stringMatching(/^revision /)],
    ['a signer as text', { secondSigner: 'false' }, 'secondSigner must be of the type boolean.'],
  ])('%s', async (_what, changes, error) => {
    const token = await openFormSession(url)
    await saveDraft(url, token, { city: 'X' })
    const refused = await refuses(() => saveDraft(url, token, {}, changes))
    expect(refused).toMatchObject({ status: 400, code: 'invalid_input', error })
    expect((await draftOf(url, token))?.values).toEqual({ city: 'X' })
  })

  it('by the names of the inputs, so that the page finds its fields', async () => {
    const token = await openFormSession(url)
    const long = 'x'.repeat(LIMITS.draftTextLength + 1)
    const { fields } = await refuses(() =>
      saveDraft(url, token, { fax: long, cellPhoneNumber: long, favouriteColour: 'blue', city: 'X' }),
    )
    expect(Object.keys(fields ?? {})).toEqual(['fax', 'cellPhoneNumber', 'favouriteColour'])
  })

  it('a body beyond what a submit may have', async () => {
    const token = await openFormSession(url)
    const refused = await refuses(() =>
      saveDraft(url, token, { nonsense: 'x'.repeat(LIMITS.submitBodyBytes) }),
    )
    expect(refused.status).toBe(413)
  })

  it('a token that is wrong, missing, of another link, or expired', async () => {
    const { link } = await linkAsking({})
    const [id] = (await openFormSession(url)).split('.')
    const [, proof] = (await openFormSession(url, link.slug)).split('.')
    const expired = await openFormSession(url)
    await saveDraft(url, expired, { city: 'X' })
    await services.db.system('test').write((client) =>
      client.formSession.update({
        where: { id: expired.split('.')[0] ?? '' },
        data: { expiresAt: new Date(0) },
      }),
    )
    for (const token of ['nonsense', '', id ?? '', `${id}.${proof}`, expired]) {
      expect(await refuses(() => saveDraft(url, token, { city: 'Y' }))).toMatchObject({
        status: 400,
        code: token === '' ? 'invalid_input' : 'session_expired',
      })
    }
    const none = await refuses(() => saveDraft(url, '', { city: 'Y' }, { formSubmissionId: undefined }))
    expect(none.code).toBe('session_expired')
  })

  it('anything after the submit, with its date', async () => {
    const token = await openFormSession(url)
    await saveDraft(url, token, { city: 'X' })
    await submitApplication(url, token)
    const refused = await refuses(() => saveDraft(url, token, { city: 'Y' }))
    const today = new Date().toISOString().slice(0, 10)
    expect([refused.status, refused.error]).toEqual([409, applicantMessages.form.received(today)])
  })
})
