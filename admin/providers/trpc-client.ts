import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import type { AppRouter } from '../../server/app-router.ts'
import { ApiError, unreachable } from './api-error.ts'
import { bearer } from './token.ts'

/** Calls that are not CRUD. `context.token` replaces the stored token; null sends none (an auth change is in flight). */
export const trpc = createTRPCClient<AppRouter>({
  links: [
    httpLink({
      url: '/api/trpc',
      headers: ({ op }) => {
        const { token } = op.context
        return typeof token === 'string' || token === null ? bearerOf(token) : bearer()
      },
    }),
  ],
})

const bearerOf = (token: string | null) => (token === null ? {} : bearer(token))

/** Waits for a call and throws ApiError, whatever tRPC made of the failure. */
export async function call<T>(pending: Promise<T>): Promise<T> {
  try {
    return await pending
  } catch (error) {
    throw apiError(error)
  }
}

function apiError(error: unknown): unknown {
  if (!(error instanceof TRPCClientError)) return error
  const status: unknown = error.data?.httpStatus
  return typeof status === 'number' ? new ApiError(status, error.message) : unreachable()
}
