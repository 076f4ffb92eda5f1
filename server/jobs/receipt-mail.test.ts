import { beforeEach, describe, expect, test } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { RATES } from '#domain/limits'
import { toReference } from '#domain/reference'
import { hashToken } from '../auth/tokens.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { listenForMail } from '../platform/mail/smtp-listener.fixture.ts'
import { endApplicantLink } from '../applicant/end-links.service.ts'
import { makeReceiptToken } from '../applicant/receipt-token.ts'
import { installQueue } from '../platform/queue/install-queue.ts'
import { testDatabase } from '../test/support/database.ts'
import sharp from 'sharp'
import { applicationPdf } from './application-pdf.job.ts'
import { acceptApplication, jobWorld } from './jobs.fixture.ts'
import { receiptMail } from './receipt-mail.job.ts'
import { submissionAccepted } from './submission-accepted.job.ts'

const { db, url } = await testDatabase()
await installQueue(url)
const { services, mails, logged } = await jobWorld(db)

const { write: test$ } = db.system('test')
const linksOf = (formSessionId: string) =>
  test$((client) => client.applicantLink.findMany({ where: { formSessionId } }))

beforeEach(() => test$((client) => client.throttleBucket.deleteMany()))

const SECRETS = [
  'legalName',
  'dbaName',
  'taxId',
  'businessPhone',
  'address',
  'signer1Name',
  'partner1Name',
] as const

type Row = { clientIp?: string; language?: string }

async function accept(email: string, row: Row = {}): Promise<string> {
  const values = fullApplication({ email })
  const id = await acceptApplication(services, values, { receiptMail: true, queued: false })
  await test$((client) => client.formSubmission.update({ where: { id }, data: row }))
  return id
}

/** @returns the mails that this sent, decoded */
async function sent(work: () => Promise<unknown>): Promise<string[]> {
  const before = new Set(await mails())
  await work()
  return (await mails()).filter((mail) => !before.has(mail)).map(decode)
}
const decode = (mail: string) =>
  Buffer.from(
    mail
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString()

describe('the receipt mail', () => {
  test('links to the status page, and holds the company’s name and the reference alone', async () => {
    const id = await accept('owner@example.com')
    const [mail = '', ...others] = await sent(() => receiptMail(services, { id }))
    expect(others).toEqual([])
    expect(mail).toContain('To: owner@example.com')
    expect(mail).toContain('Subject: Demo Funding received your application')
    expect(mail).toContain(`Demo Funding received your application ${toReference(id)}.`)
    const [link] = await linksOf(id)
    const token = /https:\/\/apply\.example\.com\/application#(\S+)/.exec(mail)?.[1] ?? ''
    expect(link).toMatchObject({ id: hashToken(token), purpose: 'status', revokedAt: null })
    const days = ((link?.expiresAt.getTime() ?? 0) - Date.now()) / (24 * 60 * 60 * 1000)
    expect(Math.round(days)).toBe(90)
    const body = mail.replace('To: owner@example.com', '')
    for (const secret of SECRETS) expect(body).not.toContain(fullApplication()[secret] || 'no such answer')
    expect(body).not.toContain('owner@example.com')
    expect(body).not.toContain(id)
  })

  test.each([
    ['es', 'Demo Funding recibió su solicitud', 'Ver su solicitud'],
    ['ru', 'Компания Demo Funding получила вашу заявку', 'Открыть заявку'],
    ['xx', 'Demo Funding received your application', 'See your application'],
  ])('is in the applicant’s language: %s', async (language, text, button) => {
    const id = await accept('owner@example.com', { language })
    const [mail = ''] = await sent(() => receiptMail(services, { id }))
    expect(mail).toContain(text)
    expect(mail).toContain(button)
    expect(mail).toContain(`<html lang="${language === 'xx' ? 'en' : language}">`)
  })

  test('carries the digest of the sealed PDF and a code that leads to its check, once there is one', async () => {
    const id = await accept('owner@example.com')
    const [before = ''] = await sent(() => receiptMail(services, { id }))
    expect(before).not.toContain('/verify')
    expect(before).not.toContain('cid:')
    const sealed = await accept('owner@example.com')
    await applicationPdf(services, { id: sealed })
    const [seal] = await test$((client) =>
      client.sealedFile.findMany({ where: { submissionId: sealed, additionId: null } }),
    )
    const [mail = ''] = await sent(() => receiptMail(services, { id: sealed }))
    expect(mail).toContain(`Anyone can check it at this address: ${seal?.digest}`)
    expect(mail).toContain(`https://apply.example.com/verify#${seal?.digest}`)
    expect(mail).toContain('<img src="cid:code"')
    const [, png = ''] = /Content-ID: <code>[^]*?\r\n\r\n([^-]+)/i.exec(mail) ?? []
    expect(await sharp(Buffer.from(png, 'base64')).metadata()).toMatchObject({ format: 'png', width: 204 })
  })

  test('waits two minutes for the seal at most, and leaves once it is there', async () => {
    const id = await accept('owner@example.com')
    await submissionAccepted(services, { id })
    const waits = async () => {
      const [job] = await test$(
        (client) => client.$queryRaw<{ seconds: number }[]>`
          SELECT extract(epoch FROM run_at - now())::integer AS seconds FROM graphile_worker.jobs
          WHERE key = ${`receipt-mail:${id}`}`,
      )
      return job?.seconds ?? NaN
    }
    expect(await waits()).toBeGreaterThan(60)
    await applicationPdf(services, { id })
    expect(await waits()).toBeLessThanOrEqual(0)
    // A worker whose database was lost runs the job again.
    await submissionAccepted(services, { id })
    expect(await waits()).toBeLessThanOrEqual(0)
  })

  test('is queued once the application is accepted, where the company wants it', async () => {
    const queued = (id: string) =>
      test$(
        (client) => client.$queryRaw`SELECT 1 FROM graphile_worker.jobs WHERE key = ${`receipt-mail:${id}`}`,
      )
    const id = await accept('owner@example.com')
    await submissionAccepted(services, { id })
    expect(await queued(id)).toHaveLength(1)
    const off = await acceptApplication(services, fullApplication(), { receiptMail: false })
    await submissionAccepted(services, { id: off })
    expect(await queued(off)).toEqual([])
  })

  test('is not sent without an address, or where the company switched it off', async () => {
    const without = await accept('')
    const off = await accept('owner@example.com')
    const applicantSettings = { receiptMail: false }
    await test$((client) =>
      client.company.updateMany({
        where: { submissions: { some: { id: off } } },
        data: { applicantSettings },
      }),
    )
    const gone = '00000000-0000-7000-8000-000000000000'
    for (const id of [without, off, gone]) expect(await sent(() => receiptMail(services, { id }))).toEqual([])
    expect(await linksOf(off)).toEqual([])
  })

  test('is not sent once the links have been ended', async () => {
    const id = await accept('owner@example.com')
    await endApplicantLink(services, makeReceiptToken(services.keys, id), '')
    expect(await sent(() => receiptMail(services, { id }))).toEqual([])
  })

  test('is not sent over a network without TLS, and its next attempt isn’t counted twice', async () => {
    const server = await listenForMail()
    const smtpUrl = new URL(`smtp://0.0.0.0:${server.url.port}`)
    const mailed = { ...services, mailer: createMailer({ ...services.config, smtpUrl }) }
    const id = await accept('owner@example.com')
    for (let attempt = 0; attempt < RATES.receiptMailPerRecipient.max + 1; attempt++)
      await expect(receiptMail(mailed, { id })).rejects.toThrow(/TLS/)
    await server.stop()
    expect(server.received).toEqual([])
    expect(await sent(() => receiptMail(services, { id }))).toHaveLength(1)
  })
})

describe('receipts to an address that a stranger typed', () => {
  test('end at five a day, whatever its spelling, and the log does not name it', async () => {
    const { max } = RATES.receiptMailPerRecipient
    const spellings = ['victim@example.com', 'Victim@Example.com', 'victim+1@example.com']
    const all = await sent(async () => {
      for (let count = 0; count <= max; count++) {
        const id = await accept(spellings[count % 3] ?? '', { clientIp: `203.0.113.${count}` })
        await receiptMail(services, { id })
      }
    })
    expect(all).toHaveLength(max)
    expect(logged.join('')).toContain('a mail was left out')
    expect(logged.join('').toLowerCase()).not.toContain('example.com"')
    expect(logged.join('')).not.toContain('203.0.113.5')
    const other = await accept('other@example.com', { clientIp: '203.0.113.5' })
    expect(await sent(() => receiptMail(services, { id: other }))).toHaveLength(1)
  })

  test('end at twenty an hour from one client address', async () => {
    const { max } = RATES.receiptMailPerAddress
    const all = await sent(async () => {
      for (let count = 0; count <= max; count++) {
        const id = await accept(`owner${count}@example.com`, { clientIp: '2001:db8:1:2::5' })
        await receiptMail(services, { id })
      }
    })
    expect(all).toHaveLength(max)
  })
})
