import { request, type ClientRequest } from 'node:http'
import { beforeEach, describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import { submitApplication } from '../test/support/applicant.ts'
import { saveDraft } from '../test/support/drafts.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  signIn,
  type Answer,
} from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'
import { smallPng, SMALL_PDF, storedDocuments, upload, type Upload } from '../test/support/uploads.ts'
import { makeToken } from '../form-sessions/token.ts'

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
  await db.system('test').write((client) => client.throttleBucket.deleteMany())
  await db.system('test').write((client) => client.uploadUse.deleteMany())
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
const uses = () => db.system('test').write((client) => client.uploadUse.findMany({ orderBy: { key: 'asc' } }))
const statuses = (answers: Answer[]): Record<number, number> =>
  Object.fromEntries(
    [...new Set(answers.map(({ status }) => status))].map((status) => [
      status,
      answers.filter((answer) => answer.status === status).length,
    ]),
  )

describe('what one address uploads in a day', () => {
  it('is bounded in bytes, each file counting as 64 KB at least; a refusal says when to come again', async () => {
    const answers: Answer[] = []
    for (let count = 0; count < 20; count++) answers.push(await send())
    expect(statuses(answers)).toEqual({ 200: 16, 429: 4 })
    const { body, headers } = answers.at(-1) ?? (await send())
    expect(body).toEqual({
      status: 'error',
      error: 'Too much was uploaded in the last 24 hours. Try again later, or continue without this file.',
      code: 'quota_exceeded',
    })
    const minutes = Number(headers.get('retry-after')) / 60 - LIMITS.quotaHours * 60
    expect(minutes).toBeGreaterThanOrEqual(-1)
    expect(minutes).toBeLessThanOrEqual(LIMITS.quotaSlotMinutes)
    expect((await send({ ip: THERE })).status).toBe(200)
    expect((await send({ ip: '2001:db8:1:2::1', bytes: MB - 100 * KB })).status).toBe(200)
    expect((await send({ ip: '2001:db8:1:2::ffff', bytes: 200 * KB })).status).toBe(429)
  })

  it.each([
    [
      'es',
      'Se subieron demasiados archivos en las últimas 24 horas. Inténtelo más tarde o continúe sin este archivo.',
    ],
    ['ru', 'За последние 24 часа загружено слишком много. Попробуйте позже или продолжите без этого файла.'],
  ])('is refused in the words of %s', async (language, sentence) => {
    await send({ bytes: 900 * KB })
    const { body } = await send({ bytes: 200 * KB, headers: { 'x-form-language': language } })
    expect(body.error).toBe(sentence)
  })

  it('leaves drafts and submits alone once it is too much', async () => {
    const session = openSession()
    expect((await send({ session, bytes: 900 * KB })).status).toBe(200)
    expect((await send({ session, bytes: 200 * KB })).status).toBe(429)
    expect((await saveDraft(url, session, { city: 'Austin' })).status).toBe(200)
    expect((await submitApplication(url, session, {}, link.slug)).status).toBe(200)
  })

  it('still counts once it is submitted, taken back, discarded or destroyed', async () => {
    const [submitted, discarded, open] = [openSession(), openSession(), openSession()]
    await send({ session: submitted, bytes: 300 * KB })
    await send({ session: discarded, bytes: 300 * KB })
    const { body } = await send({ session: open, bytes: 300 * KB })

    await submitApplication(url, submitted, {}, link.slug)
    const { id } = body.data as { id: string }
    const headers = { 'x-form-session': open }
    expect((await call(url, 'DELETE', `/documents/upload-public/${id}`, { headers })).status).toBe(200)
    const discard = { headers: { 'x-form-session': discarded } }
    expect((await call(url, 'DELETE', '/form/session/draft', discard)).status).toBe(200)
    await db.system('test').write((client) => client.document.deleteMany())

    expect((await send({ bytes: 300 * KB })).status).toBe(429)
    expect((await send({ ip: THERE, bytes: 300 * KB })).status).toBe(200)
  })

  it('counts documents that the applicant adds after the submit', async () => {
    const { body } = await submitApplication(url, openSession(), {}, link.slug)
    const add = (bytes: number) =>
      upload(url, {
        path: '/application/documents',
        fields: { token: body.data?.receiptToken ?? '' },
        content: pdf(bytes),
        headers: { 'x-forwarded-for': HERE },
      })
    expect((await add(600 * KB)).status).toBe(200)
    expect((await add(600 * KB)).body.code).toBe('quota_exceeded')
    expect((await send({ bytes: 600 * KB })).body.code).toBe('quota_exceeded')
  })

  it('counts what a refused file wrote, and nothing for one that wrote nothing', async () => {
    for (let count = 0; count < 4; count++) expect((await send({ type: 'text/html' })).status).toBe(415)
    expect((await uses()).map(({ bytes }) => Number(bytes))).toEqual([0, 0])
    const cut = beginUpload(Buffer.concat([pdf(400 * KB), Buffer.alloc(300 * KB)]))
    cut.sent.end()
    expect(await cut.answer).toBe(400)
    await expect.poll(async () => Number((await uses())[0]?.bytes) / KB).toBeGreaterThan(600)
    expect((await send({ bytes: 500 * KB })).status).toBe(429)
    expect((await send({ bytes: 200 * KB })).status).toBe(200)
  })

  it('no longer counts a day later', async () => {
    await send({ bytes: 900 * KB })
    expect((await send({ bytes: 200 * KB })).status).toBe(429)
    const age = (hours: number) => {
      const slot = new Date(Date.now() - hours * 60 * 60_000)
      return db.system('test').write((client) => client.uploadUse.updateMany({ data: { slot } }))
    }
    await age(LIMITS.quotaHours)
    expect((await send({ bytes: 200 * KB })).status).toBe(429)
    await age(LIMITS.quotaHours + 1)
    expect((await send({ bytes: 200 * KB })).status).toBe(200)
  })

  it('stays within the bound when many come at once', async () => {
    const before = (await storedDocuments(services)).length
    const answers = await Promise.all(Array.from({ length: 12 }, () => send({ bytes: 200 * KB })))
    expect(statuses(answers)).toEqual({ 200: 5, 429: 7 })
    expect((await storedDocuments(services)).length - before).toBe(5)
  })

  it('is bounded over several servers together', async () => {
    const other = await startTestServer({ ...services.config, port: 0 })
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, count) =>
        upload([url, other.url][count % 2] ?? url, {
          content: pdf(200 * KB),
          headers: { 'x-forwarded-for': HERE, 'x-form-session': openSession() },
        }),
      ),
    )
    expect(statuses(answers)).toEqual({ 200: 5, 429: 7 })
  })

  it('is counted under a keyed hash of the address', async () => {
    await send()
    const counted = await uses()
    expect(counted[0]?.key).toMatch(/^address [\w-]{43}$/)
    expect(JSON.stringify(counted.map(({ key }) => key))).not.toContain(HERE)
  })

  it('leaves the answer to a repeated upload alone', async () => {
    const session = openSession()
    const again = { session, fields: { clientFileId: crypto.randomUUID() }, bytes: 700 * KB }
    expect((await send(again)).status).toBe(200)
    expect((await send({ bytes: 400 * KB })).status).toBe(429)
    expect((await send(again)).status).toBe(200)
  })
})

describe('what applicants upload to one company in a day', () => {
  const fill = async (company: string[]) => {
    for (const ip of company) expect((await send({ ip, bytes: 900 * KB })).status).toBe(200)
  }

  it('is bounded in bytes, from whatever addresses, and leaves other companies alone', async () => {
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

  it('leaves nothing behind when the company is told after the file', async () => {
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

  it('is counted apart from what its people upload, logos included, which has the same bound', async () => {
    await fill([HERE, THERE])
    const token = await signIn(url, (await makeCompanyAdmin({ db }, link.companyId)).email)
    const own = (ip: string) =>
      upload(url, {
        content: pdf(900 * KB),
        headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': ip },
      })
    expect((await own(HERE)).status).toBe(200)
    expect((await own(HERE)).status).toBe(200)
    expect((await own('192.0.2.4')).body.code).toBe('quota_exceeded')
    const logoData = `data:image/png;base64,${(await smallPng()).toString('base64')}`
    const logo = () =>
      call(url, 'POST', `/company/upload-logo/${link.companyId}`, {
        token,
        body: { id: link.companyId, logoType: 'logo', logoData },
      })
    for (let count = 0; count < 3; count++) await logo()
    expect((await logo()).body.code).toBe('quota_exceeded')
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
  const demo = await server.services.db
    .system('test')
    .write((client) => client.generatedLink.findFirstOrThrow())
  const session = () => makeToken(server.services.keys, demo.id)
  const sendThere = (ip: string) =>
    upload(server.url, { headers: { 'x-forwarded-for': ip, 'x-form-session': session() } })
  // More than fit, as some of them may come between the uploads below.
  const slow = Array.from({ length: LIMITS.uploadsPerAddressAtOnce + 10 }, () =>
    beginUpload(Buffer.from('%PDF-1.4'), server.url, session()),
  )
  await expect.poll(async () => (await sendThere(HERE)).status).toBe(429)
  const refused = await sendThere(HERE)
  expect([refused.body.code, refused.headers.get('retry-after')]).toEqual(['too_many_requests', '5'])
  expect((await sendThere(THERE)).status).toBe(200)
  for (const { sent } of slow) sent.destroy()
  await expect.poll(async () => (await sendThere(HERE)).status).toBe(200)
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
  const told = server.log.filter((line) => line.includes('request refused'))
  expect(told.length).toBeGreaterThan(1)
  for (const line of told) {
    expect(JSON.parse(line)).toMatchObject({ level: 40, code: 'storage_full' })
    expect(line).not.toContain('stack')
  }
  expect(server.log.filter((line) => line.includes('request failed'))).toEqual([])
  const health = await call(server.url, 'GET', '/health/ready')
  expect([health.status, health.body.data]).toEqual([200, { ready: true, degraded: ['storage'] }])
})
