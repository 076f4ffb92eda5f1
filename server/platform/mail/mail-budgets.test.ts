import { beforeEach, describe, expect, it } from 'vitest'
import { RATES } from '#domain/limits'
import { throttle, throttleBy } from '../../auth/throttle.ts'
import { mention } from '../../jobs/mention.job.ts'
import { invitation } from '../../jobs/password-reset.job.ts'
import { receiptMail } from '../../jobs/receipt-mail.job.ts'
import { requestMail } from '../../jobs/request-mail.job.ts'
import { startRequestTests } from '../../requests/request.fixture.ts'
import { openFormSession } from '../../test/support/applicant.ts'
import { call, makeCompanyAdmin, makeRole, makeUser, signIn } from '../../test/support/factories.ts'
import { mailsTo } from '../../test/support/mails.ts'

const { url, services, system, apply } = await startRequestTests({
  rateLimit: true,
  trustProxy: ['127.0.0.1'],
})
const QUESTION = { kind: 'answer', question: 'Who is your landlord?' }

beforeEach(() => system((client) => client.throttleBucket.deleteMany()))

let count = 0
/** A mailbox of its own for each test. */
const victim = () => `victim${(count += 1)}@gmail.com`

type World = Awaited<ReturnType<typeof apply>>
async function move({ slug }: World, email: string, ip: string) {
  const formSubmissionId = await openFormSession(url, slug)
  const headers = { 'x-forwarded-for': ip }
  const sent = { body: { formSubmissionId, email }, headers }
  const { status, body } = await call(url, 'POST', '/form/session/move', sent)
  return { status, data: body.data as { url: string; mailed: boolean } }
}
const mailRequest = (id: string, request: string) => requestMail(services, { id, request, reminder: 0 })

describe('mails that strangers cause', () => {
  it('leave the receipt and the requests of the same person alone', async () => {
    const email = victim()
    const made = await apply({ email })
    const max = RATES.strangerMailPerRecipient.max
    for (let index = 0; index < max; index += 1)
      expect((await move(made, email, '203.0.113.1')).data.mailed).toBe(true)
    await receiptMail(services, { id: made.id })
    const { data } = await made.ask([QUESTION])
    await mailRequest(made.id, data.id)
    expect(await mailsTo(services, email)).toHaveLength(max + 2)
    expect(await made.list()).toMatchObject([{ mailed: true }])
  })

  it('end at five a day for one mailbox, however it is spelled, and block nobody else’s call', async () => {
    const made = await apply()
    const spellings = ['an.na.lee@gmail.com', 'annalee+1@Gmail.com', 'AnnaLee@googlemail.com']
    const mailed = []
    for (let index = 0; index < 7; index += 1) {
      const { status, data } = await move(made, spellings[index % 3] ?? '', `203.0.113.${index}`)
      expect([status, data.url]).toEqual([200, expect.stringContaining('#move=')])
      mailed.push(data.mailed)
    }
    expect(mailed).toEqual([true, true, true, true, true, false, false])
    expect((await move(made, 'anna.lee@example.com', '203.0.113.9')).data.mailed).toBe(true)
    expect((await move(made, 'annalee@example.com', '203.0.113.9')).data.mailed).toBe(true)
  })

  it('end at twenty an hour for one sender, whose refused and failed calls give nothing back', async () => {
    const made = await apply()
    const ip = '203.0.113.50'
    const { max } = RATES.strangerMailPerAddress
    for (let index = 0; index < max; index += 1) await throttle(services, 'strangerMailPerAddress', ip)
    const refused = await Promise.all(Array.from({ length: 8 }, () => move(made, victim(), ip)))
    expect(refused.map(({ status }) => status)).toEqual(Array<number>(8).fill(429))
    expect((await move(made, victim(), ip)).status).toBe(429)
    expect((await move(made, victim(), '203.0.113.51')).data.mailed).toBe(true)
  })
})

describe('links to sign', () => {
  it('beyond what one sender may mail in all go out unmailed, whoever they are for', async () => {
    const made = await apply({ signer2Name: '', signer2Date: '', signer2Signature: '' })
    const ask = async (email: string, token = made.token) => {
      const sent = { token, body: { signer: 2, email } }
      const { body } = await call(url, 'POST', `/form/submissions/${made.id}/signature-requests`, sent)
      return body.data
    }
    const max = RATES.signatureMailPerSender.max
    await throttleBy(max - 1, services, 'signatureMailPerSender', made.boss.id)
    expect(await ask(victim())).toMatchObject({ mailed: true })
    const email = victim()
    expect(await ask(email)).toMatchObject({ mailed: false, url: expect.stringContaining('/sign#') })
    expect(await mailsTo(services, email)).toEqual([])
    const colleague = await makeCompanyAdmin(services, made.company.id)
    expect(await ask(email, await signIn(url, colleague.email))).toMatchObject({ mailed: true })
  })
})

describe('requests', () => {
  const repeat = async (made: World, times: number) => {
    for (let index = 0; index < times; index += 1) {
      const { data } = await made.ask([QUESTION])
      await mailRequest(made.id, data.id)
      await made.takeBack(data.id)
    }
  }

  it('beyond the company’s own budget say that they were not mailed, with a link', async () => {
    const email = victim()
    const [made, other] = [await apply({ email }), await apply({ email: email.replace('@', '+a@') })]
    const { max } = RATES.companyMailPerRecipient
    await repeat(made, max)
    const { data } = await made.ask([QUESTION])
    expect(data).toMatchObject({ mailed: false, link: expect.stringContaining('/application#') })
    expect((await made.list())[0]).toMatchObject({ state: 'open', mailed: false })
    expect(await mailsTo(services, email)).toHaveLength(max)
    await repeat(other, 1)
    expect((await other.list())[0]).toMatchObject({ mailed: true })
  })

  it('say so while the mail server is away, or where the application has no address', async () => {
    const made = await apply({ email: victim() })
    const { data } = await made.ask([QUESTION])
    expect(data).toMatchObject({ mailed: null, link: null })
    const payload = { id: made.id, request: data.id, reminder: 0 }
    const mailer = { send: () => Promise.reject(new Error('no mail server')) }
    await expect(requestMail({ ...services, mailer }, payload)).rejects.toThrow('no mail server')
    expect(await made.list()).toMatchObject([{ mailed: false }])
    await requestMail(services, payload)
    expect(await made.list()).toMatchObject([{ mailed: true }])
    await expect(requestMail({ ...services, mailer }, { ...payload, reminder: 1 })).rejects.toThrow()
    expect(await made.list()).toMatchObject([{ mailed: true }])
    expect((await (await apply({ email: '' })).ask([QUESTION])).data.mailed).toBe(false)
  })
})

describe('mentions', () => {
  const jobs = () =>
    system(
      (client) => client.$queryRaw<{ payload: Parameters<typeof mention>[1]; runAt: Date }[]>`
        SELECT payload, run_at AS "runAt" FROM graphile_worker._private_jobs WHERE key LIKE 'notify:%:mention:%'`,
    )
  const noJobs = () =>
    system(
      (client) => client.$executeRaw`DELETE FROM graphile_worker._private_jobs WHERE key LIKE '%mention%'`,
    )
  const colleague = async ({ company }: World, name: string, email: string) => {
    const permissions = ['page:forms' as const]
    const role = await makeRole(services, { companyId: company.id, permissions })
    return makeUser(services, { name, email, companyId: company.id, roleId: role.id })
  }
  const note = ({ id, token }: World, text: string) =>
    call(url, 'POST', `/form/submissions/${id}/notes`, { token, body: { text } })

  it('of one submission share a mail for ten minutes', async () => {
    await noJobs()
    const made = await apply()
    const kim = await colleague(made, 'Kim Lee', victim())
    for (let index = 0; index < 5; index += 1) {
      await note(made, '@Kim Lee look')
      const [job, ...others] = await jobs()
      expect(others).toEqual([])
      if (job) await mention(services, job.payload)
    }
    expect(await mailsTo(services, kim.email)).toHaveLength(1)
    const [waiting] = await jobs()
    expect(Math.round(((waiting?.runAt.getTime() ?? 0) - Date.now()) / 60_000)).toBe(10)
    await system((client) => client.throttleBucket.deleteMany())
    if (waiting) await mention(services, waiting.payload)
    expect(await mailsTo(services, kim.email)).toHaveLength(2)
  })

  it('end at thirty a day for an author and a mailbox, and nobody else’s with them', async () => {
    await noJobs()
    const made = await apply()
    await colleague(made, 'Lou One', 'lou+1@example.com')
    await colleague(made, 'Lou Two', 'lou+2@example.com')
    const { max } = RATES.mentionPerAuthorAndRecipient
    for (let index = 0; index < max; index += 1)
      await throttle(services, 'mentionPerAuthorAndRecipient', made.boss.id, 'lou@example.com')
    expect((await note(made, '@Lou One @Lou Two')).status).toBe(200)
    expect(await jobs()).toEqual([])
    await system((client) => client.throttleBucket.deleteMany())
    await note(made, '@Lou One @Lou Two')
    expect(await jobs()).toHaveLength(1)
  })
})

it('invites imported users of one mailbox ten times a day at most', async () => {
  const { company } = await apply()
  const mailbox = victim()
  const mails = []
  for (let index = 0; index <= RATES.companyMailPerRecipient.max; index += 1) {
    const email = mailbox.replace('@', `+${index}@`)
    const { id } = await makeUser(services, { email, companyId: company.id })
    await invitation(services, { id, ip: '' })
    mails.push((await mailsTo(services, email)).length)
  }
  expect(mails).toEqual([...Array<number>(RATES.companyMailPerRecipient.max).fill(1), 0])
})
