import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import { isRecord } from '#domain/json'
import type { AppRouter } from '../../server/app-router.ts'
import { envelopeError, unreachable } from './api-error.ts'
import { bearer } from './token.ts'

type OnHeaders = (headers: Headers) => void

const createClient = (onHeaders?: OnHeaders) =>
  createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: '/api/trpc',
        headers: ({ op }) => {
          const { token } = op.context
          return typeof token === 'string' || token === null ? bearerHeaders(token) : bearer()
        },
        async fetch(url, options) {
          const response = await fetch(url, options)
          onHeaders?.(response.headers)
          return response
        },
      }),
    ],
  })

/** Calls that are not CRUD. `context.token` replaces the stored token; null sends none (an auth change is in flight). */
export const trpc = createClient()

/** The same for a call whose answer also tells something in its headers. */
export const trpcWithHeaders = (onHeaders: OnHeaders) => createClient(onHeaders)

const bearerHeaders = (token: string | null) => (token === null ? {} : bearer(token))

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
  if (typeof status !== 'number') return unreachable()
  const shape: unknown = error.shape
  // tRPC keeps a number of its own under `code`.
  return envelopeError(status, {
    ...(isRecord(shape) && { fields: shape.fields, ticket: shape.ticket, code: shape.errorCode }),
    error: error.message,
  })
}
