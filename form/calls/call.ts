import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { LIMITS } from '#domain/limits'
import type { AppRouter } from '../../server/app-router.ts'
import { ApiError, readFailure, readRetryAfter } from './api-error.ts'
import { deadline } from './deadline.ts'
import { spokenLanguage } from '../language/spoken-language.ts'

type Inputs = inferRouterInputs<AppRouter>
type Outputs = inferRouterOutputs<AppRouter>
type DataOf<Envelope> = Envelope extends { data: infer Data } ? Data : never

/** What travels, the envelope in the middle. */
type Answer<Envelope> = { result?: { data: { data: DataOf<Envelope> } }; error?: unknown }

export type CallOptions = {
  /** The token of the form session, where it does not stand in the input: never in an address (decisions section 2). */
  session?: string
  timeoutMs?: number
  /** Cuts the call. */
  signal?: AbortSignal
}

/** What a procedure takes. */
export type InputOf<R extends keyof Inputs, P extends keyof Inputs[R]> = Inputs[R][P]

/**
 * Calls a procedure of the server's router and answers the envelope's data. By hand, as the few calls of this page need
 * nothing more of tRPC's client, which weighs 6 kB.
 *
 * @throws ApiError
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
  const { response, text } = await send(method, url, JSON.stringify(input), options)
  const answer: Answer<Outputs[R][P]> | null = readAnswer(text)
  if (answer?.result) return answer.result.data.data
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'))
  throw (
    readFailure(answer?.error, retryAfterMs) ??
    new ApiError('', codeOf(response.status), {}, undefined, retryAfterMs)
  )
}

/** null where it is no JSON. */
function readAnswer<Data>(text: string): Answer<Data> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What has no envelope comes from something between the server and the page: a refusal of its own, or it may pass. */
function codeOf(status: number): string {
  if (status === 429) return 'too_many_requests'
  return status >= 400 && status < 500 && status !== 408 ? 'foreign' : 'network'
}

/** @throws ApiError where no answer comes, or not all of it */
async function send(method: 'GET' | 'POST', url: string, input: string, options: CallOptions) {
  const { session, timeoutMs = LIMITS.callTimeoutMs } = options
  const { signal, over } = deadline(timeoutMs, options.signal)
  try {
    const response = await fetch(method === 'GET' ? `${url}?input=${encodeURIComponent(input)}` : url, {
      method,
      headers: {
        'x-form-language': spokenLanguage.get(),
        ...(method === 'POST' && { 'content-type': 'application/json' }),
        ...(session !== undefined && { 'x-form-session': session }),
      },
      ...(method === 'POST' && { body: input }),
      signal,
    })
    return { response, text: await response.text() }
  } catch (cause) {
    throw new ApiError('', 'network', {}, cause)
  } finally {
    over()
  }
}
