import type { Description } from '#domain/document-type'
import { LIMITS } from '#domain/limits'
import { call, type InputOf } from './call.ts'

export const api = {
  link: (slug: string) => call('GET', ['generatedLink', 'getBySlug'], { slug }),
  initialiseSession: async (slug: string): Promise<string> =>
    (await call('GET', ['form', 'initializeSession'], { slug })).formSubmissionId,
  sessionState: (formSubmissionId: string) => call('POST', ['form', 'sessionState'], { formSubmissionId }),
  submit: (payload: SubmitPayload, signal: AbortSignal) =>
    call('POST', ['form', 'submit'], payload, { timeoutMs: LIMITS.submitTimeoutMs, signal }),
  describeUpload: (id: string, description: Description, session: string) =>
    call('POST', ['documents', 'setStatementMonth'], { id, ...description }, { session }),
  glanceAtUpload: (id: string, session: string) =>
    call('GET', ['documents', 'attachedStatement'], { id }, { session }),
  unlockUpload: (id: string, password: string, session: string) =>
    call('POST', ['documents', 'unlockUpload'], { id, password }, { session }),
  removeUpload: (id: string, session: string) =>
    call('POST', ['documents', 'removeUpload'], { id }, { session }),
}

export type AttachedStatement = Awaited<ReturnType<typeof api.glanceAtUpload>>
export type Link = Awaited<ReturnType<typeof api.link>>
export type SubmitPayload = InputOf<'form', 'submit'>
export type SessionState = Awaited<ReturnType<typeof api.sessionState>>
