import { parseJson } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { ApiError, readFailure } from './api-error.ts'
import { call, exchange, type InputOf } from './call.ts'

/** The calls of a submitted application, by the token of its receipt or its status link. */
export const applicationApi = {
  state: (token: string) => call('POST', ['application', 'state'], { token }),
  glanceAtDocument: (input: InputOf<'application', 'attachedStatement'>) =>
    call('POST', ['application', 'attachedStatement'], input),
  unlockDocument: (input: InputOf<'application', 'unlockUpload'>) =>
    call('POST', ['application', 'unlockUpload'], input),
  answer: (input: InputOf<'application', 'answer'>) =>
    call('POST', ['application', 'answer'], input, { timeoutMs: LIMITS.submitTimeoutMs }),
  wantOffer: (input: InputOf<'application', 'wantOffer'>) =>
    call('POST', ['application', 'wantOffer'], input),
  /** @returns the PDF */
  copy: async (token: string): Promise<Blob> => {
    const request = { method: 'POST', body: JSON.stringify({ token }) }
    const read = async (response: Response) => (response.ok ? response.blob() : response.text())
    const options = { timeoutMs: LIMITS.submitTimeoutMs }
    const answer = await exchange('/api/application/copy', request, read, options)
    if (typeof answer !== 'string') return answer
    throw readFailure(parseJson(answer)) ?? new ApiError('', 'network')
  },
}

export type ApplicationState = Awaited<ReturnType<typeof applicationApi.state>>
