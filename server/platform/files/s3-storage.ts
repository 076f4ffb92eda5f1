import { randomBytes } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { S3mini, S3ServiceError } from 's3mini'
import {
  checkName,
  FileMissingError,
  MARK,
  parseMark,
  type Storage,
  StorageUnavailableError,
} from './storage.ts'
import { writeChunks } from './write-chunks.ts'

// Files in a bucket: `s3://<access key>:<secret>@<bucket>?endpoint=https://…&region=…`. S3 needs an object's length
// first, so a source is spooled to disk: as ciphertext, except for public logos.
export function s3Storage(url: URL, spool: string): Storage {
  const endpoint = url.searchParams.get('endpoint') ?? 'https://s3.amazonaws.com'
  const place = `s3://${url.hostname} at ${new URL(endpoint).host}`
  const s3 = connect(url, endpoint, place)
  return {
    place,
    async put(name, source) {
      checkName(name)
      await mkdir(spool, { recursive: true, mode: 0o700 })
      const draft = path.join(spool, randomBytes(8).toString('hex'))
      try {
        const handle = await open(draft, 'wx', 0o600)
        await writeChunks(handle, source).finally(() => handle.close())
        // putAnyObject would read parts of 8 MB into memory, whose sizes bucketFetch does not see.
        await s3.putObject(name, await openAsBlob(draft))
      } finally {
        await rm(draft, { force: true })
      }
    },
    async open(name) {
      const response = await s3.getObjectResponse(checkName(name))
      if (response?.body == null) throw new FileMissingError(`No stored file ${name}`)
      return Readable.from(bucketBody(place, response.body))
    },
    async remove(name) {
      await s3.deleteObject(checkName(name))
    },
    exists: async (name) => (await s3.objectExists(checkName(name))) === true,
    async move(from, to) {
      try {
        // s3mini escapes the slash of the source, which some stores other than S3 reject.
        const source = { 'x-amz-copy-source': `/${s3.bucketName}/${checkName(from)}` }
        await s3.copyObject(from, checkName(to), { additionalHeaders: source })
      } catch (cause) {
        if (!isMissing(cause)) throw cause
        throw new FileMissingError(`No stored file ${from}`, { cause })
      }
      await s3.deleteObject(from)
    },
    async readMark() {
      const text = await s3.getObject(MARK).catch(brokenOff(place))
      return text === null ? null : parseMark(text)
    },
    async writeMark(id) {
      await s3.putObject(MARK, `${id}\n`, 'text/plain')
    },
    list: (folder) => listFolder(s3, place, folder),
    async healthy() {
      // A response to HEAD would have no body, and so no error code.
      await listPage(s3, place, MARK, 1)
    },
  }
}

const isMissing = (error: unknown): boolean => error instanceof S3ServiceError && error.status === 404

function connect(url: URL, endpoint: string, place: string): S3mini {
  return new S3mini({
    endpoint: `${endpoint.replace(/\/+$/, '')}/${url.hostname}`,
    region: url.searchParams.get('region') ?? 'us-east-1',
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
    requestAbortTimeout: 120_000,
    fetch: bucketFetch(place),
  })
}

/** A response without a list must not look like an empty store. */
async function listPage(s3: S3mini, place: string, prefix: string, limit: number, next?: string) {
  const page = await s3.listObjectsPaged('/', prefix, limit, next).catch((error: unknown) => {
    if (error instanceof StorageUnavailableError) throw error
    return null
  })
  if (!page?.objects)
    throw new StorageUnavailableError(`The bucket ${place} answers no list`, { refused: true })
  return { objects: page.objects, next: page.nextContinuationToken }
}

async function* listFolder(s3: S3mini, place: string, folder: string) {
  let next: string | undefined
  do {
    const page = await listPage(s3, place, `${folder}/`, 1000, next)
    for (const object of page.objects) {
      yield { name: object.Key, size: object.Size, modifiedAt: new Date(object.LastModified) }
    }
    next = page.next
  } while (next)
}

/** Not modified, precondition failed */
const CONDITIONS = [304, 412]
/** Too many requests, request timeout */
const PASSING = [408, 429]

/** Buckets that work answer within 15 seconds. A body gets 4 more for each MB. */
const limitMs = (body: unknown): number => 15_000 + (body instanceof Blob ? body.size : 0) / 250

const bucketFetch =
  (place: string): typeof fetch =>
  async (input, init) => {
    const hanging = new AbortController()
    const timer = setTimeout(() => hanging.abort(), limitMs(init?.body))
    const signal = AbortSignal.any([hanging.signal, ...(init?.signal ? [init.signal] : [])])
    const response = await fetch(input, { ...init, signal })
      .catch((cause: unknown) => {
        throw new StorageUnavailableError(`The bucket ${place} does not answer (${describeFault(cause)})`, {
          cause,
        })
      })
      .finally(() => clearTimeout(timer))
    const { status, headers } = response
    // The page of a proxy or a console would else look like an empty bucket that takes each file.
    if (response.ok && headers.get('content-type')?.startsWith('text/html'))
      throw new StorageUnavailableError(`The bucket ${place} answers with a web page`, { refused: true })
    if (response.ok || CONDITIONS.includes(status)) return response
    const body = await response.text().catch(brokenOff(place))
    const code = /<Code>(\w{1,60})<\/Code>/.exec(body)?.[1]
    if (status === 404 && code !== 'NoSuchBucket') return new Response(body, { status, headers })
    throw new StorageUnavailableError(
      `The bucket ${place} answers ${[status, code].filter(Boolean).join(' ')}`,
      { refused: status < 500 && !PASSING.includes(status) },
    )
  }

export async function* bucketBody(
  place: string,
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (cause) {
    brokenOff(place)(cause)
  }
}

const brokenOff =
  (place: string) =>
  (cause: unknown): never => {
    if (cause instanceof StorageUnavailableError) throw cause
    throw new StorageUnavailableError(`The bucket ${place} broke off (${describeFault(cause)})`, { cause })
  }

function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause instanceof Error ? describeFault(error.cause) : error.name
}
