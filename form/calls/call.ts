import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { LIMITS } from '#domain/limits'
import type { AppRouter } from '../../server/app-router.ts'
import { ApiError, readFailure, readRetryAfter } from './api-error.ts'
import { spokenLanguage } from '../language/spoken-language.ts'

type Inputs = inferRouterInputs<AppRouter>
type Outputs = inferRouterOutputs<AppRouter>
type DataOf<Envelope> = Envelope extends { data: infer Data } ? Data : never

type Answer<Envelope> = { result?: { data: { data: DataOf<Envelope> } }; error?: unknown }

export type CallOptions = {
  /** Sent as a header, as addresses appear in logs. */
  session?: string
  timeoutMs?: number
  signal?: AbortSignal
}

export type InputOf<R extends keyof Inputs, P extends keyof Inputs[R]> = Inputs[R][P]

/**
 * Calls a procedure of the server's router and returns the envelope's data. Replaces the tRPC client, which would add
 * 6 kB. @throws ApiError
 */
export async function call<
  R extends keyof Outputs & string,
  P extends keyof Outputs[R] & keyof Inputs[R] & string,
>(
  method: 'GET' | 'POST',
  [router, procedure]: readonly [R, P],
  input: Inputs[R][P],
  options: CallOptions = {},
): Promise<DataOf<Outputs[R][P]>> {
  const url = `/api/trpc/${router}.${procedure}`
  const body = JSON.stringify(input)
  const { response, text } =
    method === 'GET'
      ? await send(`${url}?input=${encodeURIComponent(body)}`, {}, options)
      : await send(url, { method, body }, options)
  const answer: Answer<Outputs[R][P]> | null = readAnswer(text)
  if (answer?.result) return answer.result.data.data
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'))
  throw (
    readFailure(answer?.error, retryAfterMs) ??
    new ApiError('', toCode(response.status), {}, undefined, retryAfterMs)
  )
}

function readAnswer<Data>(text: string): Answer<Data> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A proxy answered: treat most 4xx as final, retry the rest. */
function toCode(status: number): string {
  if (status === 429) return 'too_many_requests'
  return status >= 400 && status < 500 && status !== 408 ? 'foreign' : 'network'
}

const toHeaders = ({ body }: RequestInit, session?: string): Record<string, string> => ({
  'x-form-language': spokenLanguage.get(),
  ...(body !== undefined && { 'content-type': 'application/json' }),
  ...(session !== undefined && { 'x-form-session': session }),
})

export const send = (url: string, request: RequestInit, options?: CallOptions) =>
  exchange(url, request, async (response) => ({ response, text: await response.text() }), options)

export async function exchange<Answer>(
  url: string,
  request: RequestInit,
  read: (response: Response) => Promise<Answer>,
  options: CallOptions = {},
): Promise<Answer> {
  const { session, timeoutMs = LIMITS.callTimeoutMs } = options
  const { signal, over } = deadline(timeoutMs, options.signal)
  try {
    return await read(await fetch(url, { headers: toHeaders(request, session), signal, ...request }))
  } catch (cause) {
    throw new ApiError('', 'network', {}, cause)
  } finally {
    over()
  }
}

type Deadline = {
  signal: AbortSignal
  over: () => void
}

/** `AbortSignal.any` is missing in browsers that are three years old. */
function deadline(milliseconds: number, asked?: AbortSignal): Deadline {
  const cut = new AbortController()
  const stop = () => cut.abort()
  const timer = setTimeout(stop, milliseconds)
  asked?.addEventListener('abort', stop)
  if (asked?.aborted) stop()
  return {
    signal: cut.signal,
    over: () => {
      clearTimeout(timer)
      asked?.removeEventListener('abort', stop)
    },
  }
}
