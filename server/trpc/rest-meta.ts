import type { OpenApiMeta } from 'trpc-to-openapi'
import { z } from 'zod'
import { LIMITS } from '#domain/limits'

/** The tag of calls that serve the panel alone. */
export const PANEL = 'Panel, internal: may change'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE'] as const
export type Route = `${(typeof METHODS)[number]} /${string}`
export type More = { errors?: readonly number[]; description?: string }

const IDEMPOTENCY_KEY = z.object({
  'Idempotency-Key': z
    .string()
    .max(LIMITS.idempotencyKeyLength)
    .optional()
    .meta({
      description: `A key of your own, such as a UUID, for this one call: a repetition within ${LIMITS.idempotencyHours} hours gets the first answer`,
      example: '0d6a1f0e-5a3c-4f5e-9f55-8d3f0f5b1f5e',
    }),
})
const CREATES =
  /\/(create|create-company|notes|requests|packages|signature-requests|form\/submissions|form\/views|import\/\w+)$/

/** Whether a call makes a record each time, so that it takes an Idempotency-Key. */
export const isCreating = ({ method, path, protect }: NonNullable<OpenApiMeta['openapi']>): boolean =>
  method === 'POST' && protect !== false && CREATES.test(path)

/** @param base the statuses of errors that each call of a public group may answer */
export const restMeta =
  (tag: string, base?: readonly number[]) =>
  (route: Route, summary: string, { errors, description }: More = {}): OpenApiMeta => {
    const protect = base === undefined
    const method = METHODS.find((each) => route.startsWith(each)) ?? 'GET'
    const path = `/${route.slice(method.length + 2)}` as const
    const own = errors ?? (method === 'POST' ? [] : [404])
    const creates = isCreating({ method, path, protect })
    const changes = method === 'PUT' || method === 'DELETE'
    const always = base ?? [400, 401, 403, 503]
    const statuses = new Set([...always, ...own, ...(creates ? [409, 422] : []), ...(changes ? [412] : [])])
    return {
      openapi: {
        method,
        path,
        tags: [tag],
        protect,
        summary,
        ...(description !== undefined && { description }),
        ...(creates && { requestHeaders: IDEMPOTENCY_KEY }),
        errorResponses: [...statuses].sort((one, other) => one - other),
      },
    }
  }
