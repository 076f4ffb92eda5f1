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

const binaries = (types: string[]) => Object.fromEntries(types.map((type) => [type, { schema: binary }]))

export const file = (description: string, ...types: string[]): ZodOpenApiResponsesObject => ({
  200: { description, content: binaries(types) },
})

/** A file that is sent in ranges of bytes, too. */
export const ranges = (description: string, ...types: string[]): ZodOpenApiResponsesObject => ({
  ...file(description, ...types),
  206: { description: 'The range of its bytes', content: binaries(types) },
  ...errors(416),
})
export const RANGE = z.object({
  Range: text.optional().meta({ description: 'One range of bytes', example: 'bytes=0-1023' }),
  'If-Range': text
    .optional()
    .meta({ description: 'The `ETag` of the bytes before: of others, all are sent' }),
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
