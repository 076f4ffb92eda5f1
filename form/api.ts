import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import { LIMITS } from '#domain/limits'
import type { AppRouter } from '../server/app-router.ts'
import { ApiError, readFailure } from './api-error.ts'
import { spokenLanguage } from './language/spoken-language.ts'

const trpc = createTRPCClient<AppRouter>({
  links: [
    httpLink({
      url: '/api/trpc',
      // The session's token travels in a header or a body, never in an address (decisions section 2).
      headers: ({ op }) => ({
        'x-form-language': spokenLanguage.get(),
        ...(typeof op.context.formSession === 'string' && { 'x-form-session': op.context.formSession }),
      }),
    }),
  ],
})

/** Every call gives up at some time; what to do then is the caller's. */
const timed = (milliseconds: number = LIMITS.callTimeoutMs) => ({ signal: AbortSignal.timeout(milliseconds) })

/** The public form's calls. Each answers the envelope's data and throws ApiError. */
export const api = {
  link: (slug: string) => unwrap(trpc.generatedLink.getBySlug.query({ slug }, timed())),
  initialiseSession: async (slug: string): Promise<string> =>
    (await unwrap(trpc.form.initializeSession.query({ slug }, timed()))).formSubmissionId,
  sessionState: (formSubmissionId: string) =>
    unwrap(trpc.form.sessionState.mutate({ formSubmissionId }, timed())),
  submit: (payload: SubmitPayload) => unwrap(trpc.form.submit.mutate(payload, timed(LIMITS.submitTimeoutMs))),
  removeUpload: (id: string, formSession: string) =>
    unwrap(trpc.documents.removeUpload.mutate({ id }, { ...timed(), context: { formSession } })),
}

export type Link = Awaited<ReturnType<typeof api.link>>
/** Answers under their canonical names, and what goes along with them (spec section 3). */
export type SubmitPayload = Parameters<typeof trpc.form.submit.mutate>[0]
export type SessionState = Awaited<ReturnType<typeof api.sessionState>>

async function unwrap<T>(call: Promise<{ data: T }>): Promise<T> {
  try {
    return (await call).data
  } catch (cause) {
    const failure = cause instanceof TRPCClientError ? readFailure(cause.shape) : null
    throw failure ?? new ApiError('', 'network', {}, cause)
  }
}
