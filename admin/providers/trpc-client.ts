import { createTRPCClient, httpLink, TRPCClientError } from '@trpc/client'
import type { inferRouterOutputs } from '@trpc/server'
import { isRecord } from '#domain/json'
import type { AppRouter } from '../../server/app-router.ts'
import { envelopeError, unreachable } from './request.ts'
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

/** Calls that are not CRUD. `context.token` replaces the stored token; null sends none. */
export const trpc = createClient()

export const trpcWithHeaders = (onHeaders: OnHeaders) => createClient(onHeaders)

const bearerHeaders = (token: string | null) => (token === null ? {} : bearer(token))

/** @throws ApiError */
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
  // tRPC's own `code` is a number.
  return envelopeError(status, {
    ...(isRecord(shape) && {
      fields: shape.fields,
      ticket: shape.ticket,
      ids: shape.ids,
      code: shape.errorCode,
    }),
    error: error.message,
  })
}

export type Outputs = inferRouterOutputs<AppRouter>
