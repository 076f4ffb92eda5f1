import { LIMITS } from '#domain/limits'
import { call, type InputOf } from './call.ts'

/** The public form's calls. Each answers the envelope's data, gives up at some time, and throws ApiError. */
export const api = {
  link: (slug: string) => call('GET', ['generatedLink', 'getBySlug'], { slug }),
  initialiseSession: async (slug: string): Promise<string> =>
    (await call('GET', ['form', 'initializeSession'], { slug })).formSubmissionId,
  sessionState: (formSubmissionId: string) => call('POST', ['form', 'sessionState'], { formSubmissionId }),
  submit: (payload: SubmitPayload, signal: AbortSignal) =>
    call('POST', ['form', 'submit'], payload, { timeoutMs: LIMITS.submitTimeoutMs, signal }),
  removeUpload: (id: string, session: string) =>
    call('POST', ['documents', 'removeUpload'], { id }, { session }),
}

export type Link = Awaited<ReturnType<typeof api.link>>
/** Answers under their canonical names, and what goes along with them (spec section 3). */
export type SubmitPayload = InputOf<'form', 'submit'>
export type SessionState = Awaited<ReturnType<typeof api.sessionState>>
