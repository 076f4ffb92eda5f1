import { request, type ClientRequest } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import { asSystem } from '../../auth/actor.ts'
import { submitApplication } from '../../test/support/applicant.ts'
import { saveDraft } from '../../test/support/drafts.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  signIn,
  type Answer,
} from '../../test/support/factories.ts'
import { startTestServer } from '../../test/support/server.ts'
import { smallPng, SMALL_PDF, storedDocuments, upload, type Upload } from '../../test/support/uploads.ts'
import { makeToken } from '../form-session/token.ts'

const KB = 1024
const MB = 1024 * KB

const { url, services } = await startTestServer({
  rateLimit: true,
  trustProxy: ['127.0.0.1'],
  uploadQuotaAddressBytes: MB,
  uploadQuotaCompanyBytes: 2 * MB,
})
const { db, keys } = services

const HERE = '198.51.100.1'
const THERE = '203.0.113.1'

/** A PDF of so many bytes. */
const pdf = (bytes: number): Buffer =>
  Buffer.concat([
    SMALL_PDF.subarray(0, 9),
    Buffer.alloc(bytes - SMALL_PDF.length, ' '),
    SMALL_PDF.subarray(9),
  ])

let link: { id: string; slug: string; companyId: string }
beforeEach(async () => {
  await asSystem(db, 'test', (client) => client.throttleBucket.deleteMany())
  await asSystem(db, 'test', (client) => client.document.deleteMany())
  link = await makeLink({ db }, (await makeCompany({ db })).id)
})

const openSession = (): string => makeToken(keys, link.id)
type Sent = Upload & { ip?: string; session?: string; bytes?: number }
const send = ({ ip = HERE, session = openSession(), bytes = SMALL_PDF.length, ...file }: Sent = {}) =>
  upload(url, {
    content: pdf(bytes),
    ...file,
    headers: { 'x-forwarded-for': ip, 'x-form-session': session, ...file.headers },
  })
const documents = () => asSystem(db, 'test', (client) => client.document.findMany())
const statuses = (answers: Answer[]): Record<number, number> =>
  Object.fromEntries(
    [...new Set(answers.map(({ status }) => status))].map((status) => [
      status,
      answers.filter((answer) => answer.status === status).length,
    ]),
  )

describe('files of one address that no submitted application holds', () => {
  it('are bounded in bytes, each counting as 64 KB at least; a refusal says when to come again', async () => {
    const answers: Answer[] = []
    for (let count = 0; count < 20; count++) answers.push(await send())
    expect(statuses(answers)).toEqual({ 200: 16, 429: 4 })
    const { body, headers } = answers.at(-1) ?? (await send())
    expect(body).toEqual({
      status: 'error',
      error: 'Too many files are waiting to be submitted. Submit your application, or try again later.',
      code: 'quota_exceeded',
    })
    expect(Math.abs(Number(headers.get('retry-after')) - 24 * 3600)).toBeLessThan(60)
    expect((await send({ ip: THERE })).status).toBe(200)
    expect((await send({ ip: '2001:db8:1:2::1', bytes: MB - 100 * KB })).status).toBe(200)
    expect((await send({ ip: '2001:db8:1:2::ffff', bytes: 200 * KB })).status).toBe(429)
  })

  it.each([
    ['es', 'Hay demasiados archivos sin enviar. Envíe su solicitud o inténtelo más tarde.'],
    ['ru', 'Слишком много неотправленных файлов. Отправьте заявку или попробуйте позже.'],
  ])('are refused in the words of %s', async (language, sentence) => {
    await send({ bytes: 900 * KB })
    const { body } = await send({ bytes: 200 * KB, headers: { 'x-form-language': language } })
    expect(body.error).toBe(sentence)
  })

  it('leave drafts and submits alone once they are too many', async () => {
    const session = openSession()
    expect((await send({ session, bytes: 900 * KB })).status).toBe(200)
    expect((await send({ session, bytes: 200 * KB })).status).toBe(429)
    expect((await saveDraft(url, session, { city: 'Austin' })).status).toBe(200)
    expect((await submitApplication(url, session, {}, link.slug)).status).toBe(200)
  })

  it('no longer count once they are submitted, taken back or discarded', async () => {
    const [submitted, discarded, open] = [openSession(), openSession(), openSession()]
    await send({ session: submitted, bytes: 300 * KB })
    await send({ session: discarded, bytes: 300 * KB })
    const { body } = await send({ session: open, bytes: 300 * KB })
    expect((await send({ bytes: 300 * KB })).status).toBe(429)

    await submitApplication(url, submitted, {}, link.slug)
    expect((await send({ bytes: 300 * KB })).status).toBe(200)
    expect((await send({ bytes: 300 * KB })).status).toBe(429)

    const headers = { 'x-form-session': open }
    const { id } = body.data as { id: string }
    expect((await call(url, 'DELETE', `/documents/upload-public/${id}`, { headers })).status).toBe(200)
    expect((await send({ bytes: 300 * KB })).status).toBe(200)
    expect((await send({ bytes: 300 * KB })).status).toBe(429)

    const discard = { headers: { 'x-form-session': discarded } }
    expect((await call(url, 'DELETE', '/form/session/draft', discard)).status).toBe(200)
    expect((await send({ bytes: 300 * KB })).status).toBe(200)
  })

  it('no longer count a day later', async () => {
    await send({ bytes: 900 * KB })
    expect((await send({ bytes: 200 * KB })).status).toBe(429)
    const createdAt = new Date(Date.now() - (LIMITS.quotaHours + 1) * 60 * 60_000)
    await asSystem(db, 'test', (client) => client.document.updateMany({ data: { createdAt } }))
    expect((await send({ bytes: 200 * KB })).status).toBe(200)
  })

  it('stay within the bound when many come at once', async () => {
    const before = (await storedDocuments(services)).length
    const answers = await Promise.all(Array.from({ length: 12 }, () => send({ bytes: 200 * KB })))
    expect(statuses(answers)).toEqual({ 200: 5, 429: 7 })
    expect((await storedDocuments(services)).length - before).toBe(5)
  })

  it('are known by a keyed hash of the address, and only while they count', async () => {
    const session = openSession()
    await send({ session })
    const [before] = await documents()
    expect(before?.uploadedFrom).toMatch(/^[\w-]{43}$/)
    expect(JSON.stringify(before)).not.toContain(HERE)
    await submitApplication(url, session, {}, link.slug)
    expect((await documents())[0]?.uploadedFrom).toBeNull()
  })

  it('are told to who sends one again that is there', async () => {
    const session = openSession()
    const again = { session, fields: { clientFileId: crypto.randomUUID() }, bytes: 700 * KB }
    expect((await send(again)).status).toBe(200)
    expect((await send({ bytes: 400 * KB })).status).toBe(429)
    expect((await send(again)).status).toBe(200)
  })
})

describe('files of one company that no submitted application holds', () => {
  const fill = async (company: string[]) => {
    for (const ip of company) expect((await send({ ip, bytes: 900 * KB })).status).toBe(200)
  }

  it('are bounded in bytes, from whatever addresses, and leave other companies alone', async () => {
    await fill([HERE, THERE])
    const refused = await send({ ip: '192.0.2.1', bytes: 400 * KB })
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'quota_exceeded',
      '3600',
    ])
    const other = await makeLink({ db }, (await makeCompany({ db })).id)
    const elsewhere = { ip: '192.0.2.1', session: makeToken(keys, other.id), bytes: 400 * KB }
    expect((await send(elsewhere)).status).toBe(200)
  })

  it('leave nothing behind when the company is told after the file', async () => {
    await fill([HERE, THERE])
    const before = await storedDocuments(services)
    const { status } = await upload(url, {
      content: pdf(400 * KB),
      after: { formSubmissionId: openSession() },
      headers: { 'x-forwarded-for': '192.0.2.1' },
    })
    expect(status).toBe(429)
    expect(await storedDocuments(services)).toEqual(before)
  })

  it('are counted apart from those of its people, which have the same bound', async () => {
    await fill([HERE, THERE])
    const token = await signIn(url, (await makeCompanyAdmin({ db }, link.companyId)).email)
    const own = (ip: string) =>
      upload(url, {
        content: pdf(900 * KB),
        headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': ip },
      })
    expect((await own('192.0.2.2')).status).toBe(200)
    expect((await own('192.0.2.3')).status).toBe(200)
    expect((await own('192.0.2.4')).body.code).toBe('quota_exceeded')
  })
})

/** An upload whose sender says no length and stops before the end. */
function beginUpload(
  content: Buffer,
  server = url,
  session = openSession(),
): { sent: ClientRequest; answer: Promise<number> } {
  const sent = request(`${server}/api/documents/upload-public`, {
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data; boundary=edge',
      'x-form-session': session,
      'x-forwarded-for': HERE,
    },
  })
  const answer = new Promise<number>((resolve) => {
    sent.on('response', (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    sent.on('error', () => resolve(0))
  })
  sent.write('--edge\r\ncontent-disposition: form-data; name="documentType"\r\n\r\nbankStatements\r\n')
  sent.write(
    '--edge\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n',
  )
  sent.write(content)
  return { sent, answer }
}

it('cuts a file that says no length where the quota ends, and keeps nothing of it', async () => {
  await send({ bytes: 700 * KB })
  const before = await storedDocuments(services)
  const { sent, answer } = beginUpload(pdf(600 * KB))
  sent.end('\r\n--edge--\r\n')
  expect(await answer).toBe(429)
  expect(await storedDocuments(services)).toEqual(before)
})

it('takes so many uploads of an address at once, and others when one of them ends', async () => {
  const server = await startTestServer({
    rateLimit: true,
    trustProxy: ['127.0.0.1'],
    uploadQuotaAddressBytes: 1024 * MB,
  })
  const demo = await asSystem(server.services.db, 'test', (client) => client.generatedLink.findFirstOrThrow())
  const session = () => makeToken(server.services.keys, demo.id)
  const sendThere = (ip: string) =>
    upload(server.url, { headers: { 'x-forwarded-for': ip, 'x-form-session': session() } })
  // More than fit, as some of them may come between the uploads below.
  const slow = Array.from({ length: LIMITS.uploadsPerAddressAtOnce + 10 }, () =>
    beginUpload(Buffer.from('%PDF-1.4'), server.url, session()),
  )
  await expect.poll(async () => (await sendThere(HERE)).status, { timeout: 10_000 }).toBe(429)
  const refused = await sendThere(HERE)
  expect([refused.body.code, refused.headers.get('retry-after')]).toEqual(['too_many_requests', '5'])
  expect((await sendThere(THERE)).status).toBe(200)
  for (const { sent } of slow) sent.destroy()
  await expect.poll(async () => (await sendThere(HERE)).status, { timeout: 10_000 }).toBe(200)
})

it('has no quotas while RATE_LIMIT is off', async () => {
  const { url: unlimited } = await startTestServer({ uploadQuotaAddressBytes: 1, uploadQuotaCompanyBytes: 1 })
  const { body } = await call(unlimited, 'GET', '/form/initialize-session/demo')
  const { formSubmissionId } = body.data as { formSubmissionId: string }
  expect((await upload(unlimited, { headers: { 'x-form-session': formSubmissionId } })).status).toBe(200)
})

it('takes no file while the disk is short of its reserve, and applications all the same', async () => {
  const server = await startTestServer({ diskReserveBytes: 2 ** 52 })
  const { body } = await call(server.url, 'GET', '/form/initialize-session/demo')
  const { formSubmissionId } = body.data as { formSubmissionId: string }
  const refused = await upload(server.url, { headers: { 'x-form-session': formSubmissionId } })
  expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'storage_full',
    '300',
  ])
  expect(await storedDocuments(server.services)).toEqual([])
  const token = await signIn(server.url, 'admin@example.com')
  const { id } = await makeCompany(server.services)
  const logo = await call(server.url, 'POST', `/company/upload-logo/${id}`, {
    token,
    body: {
      id,
      logoType: 'logo',
      logoData: `data:image/png;base64,${(await smallPng()).toString('base64')}`,
    },
  })
  expect([logo.status, logo.body.code]).toEqual([503, 'storage_full'])
  expect((await submitApplication(server.url, formSubmissionId)).status).toBe(200)
  expect(server.log.join()).toContain('DISK_RESERVE_MB')
  const health = await call(server.url, 'GET', '/health/ready')
  expect([health.status, health.body.data]).toEqual([200, { ready: true, degraded: ['storage'] }])
})
