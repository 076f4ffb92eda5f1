// @module-tag long
import { afterEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { startIntake } from '../../start.ts'
import { startFailure } from '../../start-failure.ts'
import { openFormSession, submitApplication } from '../../test/support/applicant.ts'
import { bucketClient, startBucket, startFlakyBucket, type Outage } from '../../test/support/bucket.ts'
import { call, makeCompany, makeLink, signIn } from '../../test/support/factories.ts'
import { startTestServer, TEST_ADMIN, type TestServer } from '../../test/support/server.ts'
import { SMALL_PDF, upload } from '../../test/support/uploads.ts'
import { MARK } from './storage.ts'

const bucket = await startBucket()
const flaky = await startFlakyBucket(bucket)
const { url, log } = await startTestServer({ storageUrl: flaky.url, role: 'all' })
const token = await signIn(url, TEST_ADMIN.email)
const authorization = `Bearer ${token}`

const DENIED = { status: 403, code: 'AccessDenied' }
const BUSY = { status: 503, code: 'SlowDown' }
const GONE = { status: 404, code: 'NoSuchBucket' }

afterEach(() => {
  flaky.outage = null
})

/** A form session on a server without the demo company, whose logo a first start stores. */
const sessionOf = async ({ url: address, services }: TestServer): Promise<string> =>
  openFormSession(address, (await makeLink(services, (await makeCompany(services)).id)).slug)

const attach = (session: string, content = SMALL_PDF) =>
  upload(url, { content, fields: { formSubmissionId: session } })

describe('while the bucket does not serve', () => {
  it.each<Extract<Outage, { status: number }>>([DENIED, BUSY, GONE, { status: 429, code: 'TooMany' }])(
    'answers uploads, documents and PDFs with 503 and Retry-After when it answers $status $code',
    async (outage) => {
      const session = await openFormSession(url)
      const document = await attach(session)
      const { body } = await submitApplication(url, session)
      const pdf = `${url}/api/form/pdf/${body.data?.id}?original=1`
      const get = (address: string) => fetch(address, { headers: { authorization } })
      await expect.poll(async () => (await get(pdf)).status).toBe(200)

      flaky.outage = outage
      const second = await openFormSession(url)
      // More than the buffers between hold, so that the rest of the file has no reader.
      const large = Buffer.concat([SMALL_PDF.subarray(0, 9), Buffer.alloc(3_000_000, '%'), SMALL_PDF])
      const refused = [
        await attach(second, large),
        ...(await Promise.all([get(`${url}${String(document.body.url)}`), get(pdf)])),
      ]
      for (const { status, headers } of refused)
        expect([status, headers.get('retry-after')]).toEqual([503, '5'])
      expect(refused[0]).toMatchObject({ body: { code: 'unavailable' } })
      expect(await submitApplication(url, second)).toMatchObject({ status: 200 })

      flaky.outage = null
      expect((await get(`${url}${String(document.body.url)}`)).status).toBe(200)
      expect(await attach(await openFormSession(url), large)).toMatchObject({ status: 200 })
      const told = log.filter((line) => line.includes(`answers ${outage.status} ${outage.code}`))
      expect(told.length).toBeGreaterThan(0)
      expect(log.join()).not.toContain('S3RVER')
    },
  )

  it.each<Outage>([DENIED, BUSY, GONE, 'silence'])('is ready, but degraded, at %j', async (outage) => {
    flaky.outage = outage
    const { status, body } = await call(url, 'GET', '/health/ready')
    expect([status, body.data]).toEqual([200, { ready: true, degraded: ['storage'] }])
    flaky.outage = null
    expect((await call(url, 'GET', '/health/ready')).body.data).toEqual({ ready: true })
  })
})

describe('a start', () => {
  it.each([
    ['an unknown key', 'nobody:S3RVER@intake', null, '403 InvalidAccessKeyId'],
    ['a missing bucket', 'S3RVER:S3RVER@missing', null, '404 NoSuchBucket'],
    [
      'a wrong secret',
      'S3RVER:wrong@intake',
      { status: 403, code: 'SignatureDoesNotMatch' },
      '403 SignatureDoesNotMatch',
    ],
  ])('stops with one line at %s', async (_fault, credentials, outage, answer) => {
    flaky.outage = outage
    const config = readConfig({
      STORAGE_URL: flaky.url.href.replace('S3RVER:S3RVER@intake', credentials),
      DATABASE_URL: 'postgresql://x:x@127.0.0.1:9/none',
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    })
    const failure = await startIntake(config, { write: () => {} }).catch((error: unknown) => error)
    const bucket = config.storageUrl?.hostname
    const { host } = new URL(flaky.url.searchParams.get('endpoint') ?? '')
    expect(startFailure(failure, config)).toBe(
      `The bucket s3://${bucket} at ${host} answers ${answer}; check STORAGE_URL and its access key`,
    )
  })

  it('goes on while the bucket does not answer, and uses it once it does and belongs to the database', async () => {
    const own = await startBucket()
    const late = await startFlakyBucket(own)
    late.outage = BUSY
    const server = await startTestServer({ storageUrl: late.url, seedDemo: false })
    expect(server.log.filter((line) => line.includes('starting without it'))).toHaveLength(1)
    expect(await bucketClient(own).getObject(MARK)).toBeNull()
    const session = await sessionOf(server)
    const attachLate = () => upload(server.url, { fields: { formSubmissionId: session } })
    expect(await attachLate()).toMatchObject({ status: 503 })

    late.outage = null
    expect(await attachLate()).toMatchObject({ status: 200 })
    expect(await bucketClient(own).getObject(MARK)).not.toBeNull()
  })

  it('that found no bucket does not use one that belongs to another database', async () => {
    const own = await startBucket()
    await bucketClient(own).putObject(MARK, '00000000-0000-4000-8000-000000000000')
    const late = await startFlakyBucket(own)
    late.outage = BUSY
    const server = await startTestServer({ storageUrl: late.url, seedDemo: false })
    late.outage = null
    const session = await sessionOf(server)
    expect(await upload(server.url, { fields: { formSubmissionId: session } })).toMatchObject({ status: 503 })
    expect((await call(server.url, 'GET', '/health/ready')).body.data).toMatchObject({
      degraded: ['storage'],
    })
    expect(server.log.join()).toContain('belongs to the installation 00000000')
  })
})
