import { describe, expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { inviteSecondSigner } from '../jobs/second-signer.job.ts'
import { acceptedKey } from '../platform/queue/add-job.ts'
import { call } from '../test/support/factories.ts'
import { mailsTo } from '../test/support/mails.ts'
import { startTestServer } from '../test/support/server.ts'
import { describeError } from '../http/log.ts'
import { findApplicantLink } from './applicant-link.ts'
import { inviteSigner } from './second-signer.service.ts'
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
    for (const text of ['Robin', id]) expect(mail).not.toContain(text)
    const subject = /^Subject: .*/m.exec(mail)?.[0]
    expect(subject).toMatch(/Your signature for/)
    expect(subject).not.toMatch(/Jos|Golden/)
  })

  it('mails no link once the applicant’s links are ended', async () => {
    const { id, receiptToken } = await submitted({ ...ROBIN, email: 'late@example.com' })
    await call(url, 'POST', '/application/end', { body: { token: receiptToken } })
    await inviteSecondSigner(services, { id })
    expect(await mailsTo(services, 'late@example.com')).toEqual([])
  })

  it('mails again after a failure, but not once the applicant has made a link, whose address may be another', async () => {
    const [failed, made] = [await submitted(ROBIN), await submitted(ROBIN)]
    const send = () => Promise.reject(new Error('no mail server'))
    const [{ length: before }, own] = [
      await mailsTo(services, ROBIN.email),
      await invite(made.receiptToken, 'corrected@example.com'),
    ]
    for (const { id } of [failed, failed])
      await expect(inviteSecondSigner({ ...services, mailer: { send } }, { id })).rejects.toThrow(
        'no mail server',
      )
    for (const { id } of [failed, failed, made]) await inviteSecondSigner(services, { id })
    const mails = await mailsTo(services, ROBIN.email)
    expect(mails).toHaveLength(before + 1)
    expect(await isOpen(own.token)).toBe(true)
  })

  it('answers 503 while the mail server refuses a mail, and logs no address', async () => {
    const { receiptToken } = await submitted(ROBIN)
    const refusal = Object.assign(new Error('550 <robin@example.com>: unknown'), { responseCode: 550 })
    const mailer = { send: () => Promise.reject(refusal) }
    const asked = { token: receiptToken, email: ROBIN.email }
    const error = await inviteSigner({ ...services, mailer }, asked, '203.0.113.9').catch((e: unknown) => e)
    expect(error).toMatchObject({ code: 'unavailable', status: 503 })
    expect(JSON.stringify(describeError(error))).not.toContain('robin')
  })

  it('is queued under a name that nodes of an earlier release, which would mail nothing, leave alone', async () => {
    const { id } = await submitted(ROBIN)
    const queued = await services.db.system('test').write(
      (client) => client.$queryRaw`
        SELECT task_identifier FROM graphile_worker.jobs WHERE key = ${acceptedKey(id)}`,
    )
    expect(queued).toEqual([{ task_identifier: 'submission-arrived' }])
  })

  it('shows the applicant further links, and ends them once one is mailed', async () => {
    const { receiptToken } = await submitted({ name: 'Robin Baker' })
    const [first, shown] = [await invite(receiptToken), await invite(receiptToken)]
    expect([await isOpen(first.token), await isOpen(shown.token)]).toEqual([true, true])
    const second = await invite(receiptToken, 'again@example.com')
    const open = [first, shown, second].map(({ token }) => isOpen(token))
    expect(await Promise.all(open)).toEqual([false, false, true])
    expect((await mailsTo(services, 'again@example.com'))[0]).toContain(second.token.slice(0, 20))
    const rows = await services.db.system('test').write((client) => client.applicantLink.findMany())
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
    await services.db
      .system('test')
      .write((client) =>
        client.company.updateMany({ data: { applicantSettings: { secondSignerElsewhere: false } } }),
      )
    const { receiptToken } = await submitted(ROBIN)
    expect((await invite(receiptToken)).status).toBe(409)
  })
})
