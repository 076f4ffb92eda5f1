import { describe, expect, it } from 'vitest'
import { RATES } from '#domain/limits'
import { applicantMessages } from '#domain/messages/applicant'
import { openFormSession, submitApplication } from '../test/support/applicant.ts'
import { call, makeCompany, makeLink } from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'
import { upload } from '../test/support/uploads.ts'
import { verifyToken } from './token.ts'

const { url, services, log } = await startTestServer({ rateLimit: true })

const rows = () => services.db.system('test').write((client) => client.formSession.count())
const state = (formSubmissionId: unknown) =>
  call(url, 'POST', '/form/session/state', { body: { formSubmissionId } })

describe('a form session', () => {
  it('is opened without a trace, and no two are alike', async () => {
    const [one, two] = [await openFormSession(url), await openFormSession(url)]
    expect(one).toMatch(/^[0-9a-f-]{36}\.[\w-]{64}$/)
    expect(one).not.toBe(two)
    expect(await rows()).toBe(0)
    expect((await state(one)).body.data).toEqual({
      files: [],
      submittedAt: null,
      receiptToken: null,
      movedAt: null,
      draft: null,
    })
    expect(await rows()).toBe(0)
  })

  it('is bound to its link', async () => {
    const company = await makeCompany(services)
    const link = await makeLink(services, company.id)
    const [demo, other] = [await openFormSession(url), await openFormSession(url, link.slug)]
    expect(verifyToken(services.keys, other)?.linkId).toBe(link.id)
    const [id] = demo.split('.')
    const [, proof] = other.split('.')
    expect(verifyToken(services.keys, `${id}.${proof}`)).toBeNull()
  })

  it('is not opened for a closed link, yet stays good for one that is open', async () => {
    const company = await makeCompany(services)
    const link = await makeLink(services, company.id)
    const token = await openFormSession(url, link.slug)
    await services.db
      .system('test')
      .write((client) =>
        client.generatedLink.update({ where: { id: link.id }, data: { closedAt: new Date() } }),
      )
    const refused = await call(url, 'GET', `/form/initialize-session/${link.slug}`)
    expect([refused.status, refused.body.error]).toEqual([409, applicantMessages.link.closed])
    expect((await upload(url, { headers: { 'x-form-session': token } })).status).toBe(200)
    expect((await submitApplication(url, token, {}, link.slug)).status).toBe(200)
    expect((await state(token)).body.data).toMatchObject({ submittedAt: expect.any(String) })
  })

  it('ends: its row decides when there is one', async () => {
    const token = await openFormSession(url)
    await upload(url, { headers: { 'x-form-session': token } })
    await services.db.system('test').write((client) =>
      client.formSession.update({
        where: { id: token.split('.')[0] ?? '' },
        data: { expiresAt: new Date(0) },
      }),
    )
    for (const answer of [
      await state(token),
      await submitApplication(url, token),
      await upload(url, { headers: { 'x-form-session': token } }),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([400, 'session_expired'])
    }
    expect((await state('nonsense')).body.code).toBe('session_expired')
    expect((await state(12)).body.code).toBe('invalid_input')
  })

  it('is in no line of the log', async () => {
    const token = await openFormSession(url)
    await upload(url, { headers: { 'x-form-session': token } })
    await submitApplication(url, token)
    expect(log.join('')).not.toContain(token.split('.')[1])
  })

  it('is opened only so often from one address', async () => {
    let last = await call(url, 'GET', '/form/initialize-session/demo')
    for (let count = 0; count < RATES.sessionPerAddress.max && last.status === 200; count += 1) {
      last = await call(url, 'GET', '/form/initialize-session/demo')
    }
    expect(last.status).toBe(429)
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await call(url, 'GET', '/form/initialize-session/DEMO')).status).toBe(429)
  })
})
