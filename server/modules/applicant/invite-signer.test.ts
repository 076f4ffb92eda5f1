import { describe, expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { asSystem } from '../../auth/actor.ts'
import { inviteSecondSigner } from '../../jobs/second-signer.job.ts'
import { call } from '../../test/support/factories.ts'
import { mailsTo } from '../../test/support/mails.ts'
import { startTestServer } from '../../test/support/server.ts'
import { findApplicantLink } from './applicant-link.ts'
import { secondSignerCalls } from './second-signer.fixture.ts'

const { url, services } = await startTestServer()

const ROBIN = { name: 'Robin Baker', email: 'robin@example.com' }
const { submit, submitted, invite } = secondSignerCalls(url)

const isOpen = (token: string) =>
  findApplicantLink(services, token, ['signature']).then(
    () => true,
    () => false,
  )

describe('inviting a second signer', () => {
  it('takes a name, and no address that is none', async () => {
    const { status, body } = await submit({ name: ' ', email: 'nobody' })
    expect([status, body.fields]).toEqual([
      400,
      { secondSignerName: expect.any(String), secondSignerEmail: expect.any(String) },
    ])
  })

  it('mails a link without personal data', async () => {
    const { id } = await submitted(ROBIN)
    await inviteSecondSigner(services, { id })
    const [mail = ''] = await mailsTo(services, ROBIN.email)
    expect(mail).toContain('/sign#')
    for (const text of ['Robin', 'Golden', id]) expect(mail).not.toContain(text)
  })

  it('mails no link once the applicant’s links are ended', async () => {
    const { id, receiptToken } = await submitted({ ...ROBIN, email: 'late@example.com' })
    await call(url, 'POST', '/application/end', { body: { token: receiptToken } })
    await inviteSecondSigner(services, { id })
    expect(await mailsTo(services, 'late@example.com')).toEqual([])
  })

  it('gives the applicant another link, which ends the one before', async () => {
    const { receiptToken } = await submitted({ name: 'Robin Baker' })
    const first = await invite(receiptToken)
    expect(await isOpen(first.token)).toBe(true)
    const second = await invite(receiptToken, 'again@example.com')
    expect([await isOpen(first.token), await isOpen(second.token)]).toEqual([false, true])
    expect((await mailsTo(services, 'again@example.com'))[0]).toContain(second.token.slice(0, 20))
    const rows = await asSystem(services.db, 'test', (client) => client.applicantLink.findMany())
    expect(JSON.stringify(rows)).not.toContain(second.token)
  })

  it('is nothing where signer 2 has signed, or nobody is invited', async () => {
    const signed = fullApplication()
    const names = { signer2Name: 'Ann', signer2Date: signed.signer1Date ?? '', signer2Signature: '' }
    for (const { receiptToken } of [await submitted(ROBIN, names), await submitted({ name: 'x' }, names)])
      expect(await invite(receiptToken)).toMatchObject({ status: 409, code: 'conflict' })
  })

  it('takes the token of a receipt alone', async () => {
    const { receiptToken } = await submitted(ROBIN)
    const { token } = await invite(receiptToken)
    for (const other of [token, 'x'])
      expect(await invite(other)).toMatchObject({ status: 404, code: 'link_ended' })
  })

  it('is not asked where the company has it switched off', async () => {
    await asSystem(services.db, 'test', (client) =>
      client.company.updateMany({ data: { applicantSettings: { secondSignerElsewhere: false } } }),
    )
    const { receiptToken } = await submitted(ROBIN)
    expect((await invite(receiptToken)).status).toBe(409)
  })
})
