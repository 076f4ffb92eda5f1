import type { OpenApiMeta } from 'trpc-to-openapi'

type Method = NonNullable<OpenApiMeta['openapi']>['method']

type Calls = {
  protect?: boolean
  base?: readonly number[]
}

export const restMeta =
  (tag: string, { protect = true, base = [400, 401, 403, 503] }: Calls = {}) =>
  (
    method: Method,
    path: `/${string}`,
    summary: string,
    errors: readonly number[] = method === 'POST' ? [] : [404],
    description?: string,
  ): OpenApiMeta => ({
    openapi: {
      method,
      path,
      tags: [tag],
      protect,
      summary,
      ...(description !== undefined && { description }),
      errorResponses: [...base, ...errors].sort((one, other) => one - other),
    },
  })
