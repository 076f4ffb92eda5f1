import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { S3mini } from 's3mini'
import { afterAll } from 'vitest'

type S3rver = new (options: object) => {
  store: { putObject(object: { content: Readable }): Promise<unknown> }
  run(): Promise<{ port: number }>
  close(): Promise<void>
}
const S3rver: S3rver = createRequire(import.meta.url)('s3rver')

/** An S3-compatible store with one empty bucket, by its STORAGE_URL; gone after the file's last test. */
export async function startBucket(): Promise<URL> {
  const directory = await mkdtemp(path.join(tmpdir(), 'intake-s3-'))
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'intake' }],
  })
  // S3 keeps nothing of an upload that breaks off; s3rver would keep a part, which can't be copied.
  const put = s3.store.putObject.bind(s3.store)
  s3.store.putObject = async (object) => {
    const content = await buffer(object.content)
    return put(Object.assign(object, { content: Readable.from([content]) }))
  }
  const { port } = await s3.run()
  afterAll(async () => {
    await s3.close()
    await rm(directory, { recursive: true, force: true })
  })
  const endpoint = encodeURIComponent(`http://127.0.0.1:${port}`)
  return new URL(`s3://S3RVER:S3RVER@intake?endpoint=${endpoint}&region=us-east-1`)
}

/** A client of that store, to look at it and to change it from outside. */
export const bucketClient = (url: URL): S3mini =>
  new S3mini({
    endpoint: `${url.searchParams.get('endpoint') ?? ''}/${url.hostname}`,
    region: 'us-east-1',
    accessKeyId: url.username,
    secretAccessKey: url.password,
  })

/** What a store answers to everything instead of serving: a status with a code, words of a type, or nothing at all. */
export type Outage =
  { status: number; code: string } | { brokenOff: number } | 'text/html' | 'text/plain' | 'silence' | null

export type FlakyBucket = {
  url: URL
  outage: Outage
  /** the requests that wait in silence, such as `PUT /intake/documents/…` */
  held: { name: string; drop(): void }[]
}

/** The way to a store, as a STORAGE_URL, on which `outage` can be set; gone after the file's last test. */
export async function startFlakyBucket(bucket: URL): Promise<FlakyBucket> {
  const store = new URL(bucket.searchParams.get('endpoint') ?? '')
  const flaky: FlakyBucket = { url: new URL(bucket), outage: null, held: [] }
  const server = http.createServer((request, response) => {
    const { outage } = flaky
    request.on('error', () => {})
    if (outage === 'silence') {
      flaky.held.push({ name: `${request.method} ${request.url}`, drop: () => void response.destroy() })
      return
    }
    if (typeof outage === 'string') {
      request.resume()
      return void response.writeHead(200, { 'content-type': outage }).end('Welcome')
    }
    if (outage && 'brokenOff' in outage) {
      response.writeHead(outage.brokenOff, { 'content-length': 1000 })
      response.write('half')
      return void setTimeout(() => response.destroy(), 50)
    }
    if (outage) {
      response.writeHead(outage.status, { 'content-type': 'application/xml' })
      response.end(
        `<?xml version="1.0"?><Error><Code>${outage.code}</Code><Key>${bucket.username}</Key></Error>`,
      )
      return
    }
    const { method, headers, url } = request
    const passed = http.request(
      { port: store.port, host: store.hostname, method, headers, path: url },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      },
    )
    passed.on('error', () => response.destroy())
    request.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  flaky.url.searchParams.set('endpoint', `http://127.0.0.1:${address.port}`)
  return flaky
}
