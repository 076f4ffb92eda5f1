import type { OpenApiMeta } from 'trpc-to-openapi'
import { z } from 'zod'
import { LIMITS } from '#domain/limits'

type Method = NonNullable<OpenApiMeta['openapi']>['method']

type Calls = {
  protect?: boolean
  base?: readonly number[]
}

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
const CREATES = /\/(create|create-company|notes|requests|form\/views|import\/\w+)$/

/** Whether a call makes a record each time, so that it takes an Idempotency-Key. */
export const isCreating = ({ method, path, protect }: NonNullable<OpenApiMeta['openapi']>): boolean =>
  method === 'POST' && protect !== false && CREATES.test(path)

export const restMeta =
  (tag: string, { protect = true, base = [400, 401, 403, 503] }: Calls = {}) =>
  (
    method: Method,
    path: `/${string}`,
    summary: string,
    errors: readonly number[] = method === 'POST' ? [] : [404],
    description?: string,
  ): OpenApiMeta => {
    const creates = isCreating({ method, path, protect })
    const changes = method === 'PUT' || method === 'DELETE'
    const statuses = new Set([...base, ...errors, ...(creates ? [409, 422] : []), ...(changes ? [412] : [])])
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
