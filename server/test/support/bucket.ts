import { createRequire } from 'node:module'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { S3mini } from 's3mini'
import { afterAll } from 'vitest'

type S3rver = new (options: object) => { run(): Promise<{ port: number }>; close(): Promise<void> }
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
