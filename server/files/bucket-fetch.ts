import { StorageUnavailableError } from './storage.ts'

/** Not modified, precondition failed */
const CONDITIONS = [304, 412]
/** Too many requests, request timeout */
const PASSING = [408, 429]

export const bucketFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init).catch((cause: unknown) => {
    throw new StorageUnavailableError(`The bucket of STORAGE_URL does not answer (${describeFault(cause)})`, {
      cause,
    })
  })
  const { status, headers } = response
  if (response.ok || CONDITIONS.includes(status)) return response
  const body = await response.text()
  const code = /<Code>(\w{1,60})<\/Code>/.exec(body)?.[1]
  if (status === 404 && code !== 'NoSuchBucket') return new Response(body, { status, headers })
  throw new StorageUnavailableError(
    `The bucket of STORAGE_URL answers ${[status, code].filter(Boolean).join(' ')}`,
    { refused: status < 500 && !PASSING.includes(status) },
  )
}

export async function* bucketBody(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body
  } catch (cause) {
    throw new StorageUnavailableError(`The bucket of STORAGE_URL broke off (${describeFault(cause)})`, {
      cause,
    })
  }
}

function describeFault(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  if ('code' in error && typeof error.code === 'string') return error.code
  return error.cause instanceof Error ? describeFault(error.cause) : error.name
}
