import { StorageUnavailableError } from './storage.ts'

/** Not modified, precondition failed */
const CONDITIONS = [304, 412]
/** Too many requests, request timeout */
const PASSING = [408, 429]

/** Buckets that work answer within 15 seconds. A body gets 4 more for each MB. */
const limitMs = (body: unknown): number => 15_000 + (body instanceof Blob ? body.size : 0) / 250

/** @param place of the bucket, as a move of files has two */
export const bucketFetch =
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
    if (response.ok || CONDITIONS.includes(status)) return response
    const body = await response.text()
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
    throw new StorageUnavailableError(`The bucket ${place} broke off (${describeFault(cause)})`, { cause })
  }
}

function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause instanceof Error ? describeFault(error.cause) : error.name
}
