import { describe, expect, it } from 'vitest'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { draftOf, saveDraft } from '../test/support/drafts.ts'
import { call } from '../test/support/factories.ts'
import { mailsTo } from '../test/support/mails.ts'
import { startTestServer } from '../test/support/server.ts'

const { url, services, log } = await startTestServer()

const move = async (formSubmissionId: string, email?: string) => {
  const { status, body } = await call(url, 'POST', '/form/session/move', {
    body: { formSubmissionId, email },
  })
  const { url: address = '' } = (body.data ?? {}) as { url?: string }
  return { status, body, address, token: address.split('#move=')[1] ?? '' }
}
const take = (token: string) => call(url, 'POST', '/form/session/take', { body: { token } })
const movedAt = async (formSubmissionId: string) =>
  (
    (await call(url, 'POST', '/form/session/state', { body: { formSubmissionId } })).body.data as {
      movedAt: string | null
    }
  ).movedAt
const ENDED = [404, 'link_ended']

describe('a draft that moves to another device', () => {
  it('is the same session there, sensitive answers kept, and the first device hears of it', async () => {
    const session = await openFormSession(url)
    await saveDraft(url, session, { city: 'Austin', partner1SSN: '417-62-8835' })
    const { address, token } = await move(session)
    expect(address).toMatch(/\/form\/demo#move=[\w-]{43}$/)
    expect(await movedAt(session)).toBeNull()

    const taken = (await take(token)).body.data as { formSubmissionId: string }
    expect(await draftOf(url, taken.formSubmissionId)).toMatchObject({
      values: { city: 'Austin' },
      kept: ['partner1SSN'],
    })
    expect(await movedAt(session)).toEqual(expect.any(String))

    await saveDraft(url, session, { fax: '212 555 0100' })
    await saveDraft(url, taken.formSubmissionId, { city: 'Dallas' })
    expect((await draftOf(url, session))?.values).toEqual({ city: 'Dallas', fax: '212 555 0100' })
  })

  it('moves once, even if two devices take it at the same moment', async () => {
    const session = await openFormSession(url)
    const { token } = await move(session)
    const answers = await Promise.all([take(token), take(token), take(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
    const again = await take(token)
    expect([again.status, again.body.code]).toEqual(ENDED)
  })

  it('does not move by an older link, an unknown one, or one that is a day old', async () => {
    const session = await openFormSession(url)
    const first = await move(session)
    const second = await move(session)
    await services.db
      .system('test')
      .write((client) =>
        client.applicantLink.updateMany({ where: { revokedAt: null }, data: { expiresAt: new Date() } }),
      )
    for (const token of [first.token, second.token, 'x', session]) {
      const { status, body } = await take(token)
      expect([status, body.code]).toEqual(ENDED)
    }
  })

  it('does not move once it is submitted', async () => {
    const session = await openFormSession(url)
    const { token } = await move(session)
    await submitApplication(url, session)
    expect((await take(token)).body.code).toBe('link_ended')
    expect((await move(session)).status).toBe(409)
  })

  it('is mailed without personal data, and its token is in no log and no row', async () => {
    const session = await openFormSession(url)
    await saveDraft(url, session, { legalName: 'Golden Crust LLC' })
    expect((await move(session, 'nobody')).status).toBe(400)
    const { token } = await move(session, 'phone@example.com')
    const [mail = ''] = await mailsTo(services, 'phone@example.com')
    expect(mail).toContain(`#move=3D${token}`)
    expect(mail).not.toContain('Golden Crust')
    expect(log.join('')).not.toContain(token)
    const rows = await services.db.system('test').write((client) => client.applicantLink.findMany())
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})
