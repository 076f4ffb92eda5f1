import { z } from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from 'zod-openapi'

export const text = z.string()
export const binary = z.string().meta({ format: 'binary' })

export const json = (
  description: string,
  data: z.ZodType,
  more: z.ZodRawShape = {},
): ZodOpenApiResponsesObject => {
  const schema = z.object({ status: z.literal('success'), data, ...more })
  return { 200: { description, content: { 'application/json': { schema } } } }
}

export const file = (description: string, ...types: string[]): ZodOpenApiResponsesObject => ({
  200: { description, content: Object.fromEntries(types.map((type) => [type, { schema: binary }])) },
})

export const errors = (...statuses: number[]): ZodOpenApiResponsesObject =>
  Object.fromEntries(statuses.map((status) => [status, { description: '' }]))

export const body = (type: string, schema: z.ZodType) => ({ required: true, content: { [type]: { schema } } })

export const csv = (...more: number[]): ZodOpenApiResponsesObject => ({
  ...file('The table', 'text/csv'),
  ...errors(400, 401, 403, ...more),
})
export const archive = (...more: number[]): ZodOpenApiResponsesObject => ({
  ...file('The archive', 'application/zip'),
  ...errors(400, 401, 403, 422, 500, ...more),
})

export const call = (
  operationId: string,
  tag: string,
  summary: string,
  more: ZodOpenApiOperationObject,
): ZodOpenApiOperationObject => ({ operationId, tags: [tag], summary, ...more })

export const signedIn = (...args: Parameters<typeof call>): { get: ZodOpenApiOperationObject } => ({
  get: { ...call(...args), security: [{ bearer: [] }] },
})
