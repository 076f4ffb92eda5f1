import type { OpenAPIObject } from 'trpc-to-openapi'
import { ERROR_CODES } from '../errors.ts'

type Components = NonNullable<OpenAPIObject['components']>
type Headers = NonNullable<Components['headers']>
type Responses = NonNullable<Components['responses']>

const ERRORS: Record<string, string> = {
  400: 'The input cannot be used; `fields` names what is wrong with it',
  401: 'The token is missing, unknown or no longer valid',
  403: 'The caller may not do this',
  404: 'There is no such record, or it is not yours to see',
  409: 'The record is in another state than the call expects',
  412: 'The record has changed since the version that `If-Match` names',
  413: 'The body is too large',
  415: 'The body has the wrong content type or the wrong content',
  416: 'The file ends before this range',
  422: 'The call is understood and cannot be carried out',
  429: 'Too many calls',
  500: 'A fault of the server',
  503: 'The service is not available right now',
}

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string' as const },
  example,
})

export const headers: Headers = {
  'Content-Range': text(
    'The rows of the list that this page holds, and how many there are',
    'companies 0-9/57',
  ),
  ETag: text(
    'Names these bytes, for `If-None-Match`, and the version of a record, for `If-Match`',
    'W/"pD4Fq0"',
  ),
  Link: text('The pages beside this one (RFC 8288)', '</api/v1/user/get?after=WyJ4>; rel="next"'),
  Location: text('The path of the new record', '/api/v1/companies/0192f0c1-2a3b-7c4d-8e5f-0123456789ab'),
  'Content-Disposition': text(
    'Shown or saved, and the name of the file',
    'attachment; filename="october.pdf"',
  ),
  RateLimit: text('Calls left, and the seconds until they start anew', '"api-key";r=599;t=60'),
  'RateLimit-Policy': text('Calls in so many seconds', '"api-key";q=600;w=60'),
  'Idempotent-Replayed': text('`true`: the answer of the earlier call with this key', 'true'),
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' }, example: 60 },
  'WWW-Authenticate': text('RFC 9110', 'Bearer'),
  'X-Request-Id': text('The same id stands in the server’s log', '5f0c7f5e-6f0e-4d0b-9a53-2f1d1c7f0b11'),
}

export type HeaderName = keyof typeof headers
export const headersNamed = (...names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

export const isError = (status: string): boolean => Object.hasOwn(ERRORS, status)

const HEADERS_OF: ReadonlyMap<string, HeaderName[]> = new Map([
  ['401', ['WWW-Authenticate']],
  ['429', ['Retry-After']],
  ['503', ['Retry-After']],
])

export const errorResponses: Responses = Object.fromEntries([
  ...Object.entries(ERRORS).map(([status, description]) => {
    const codes = Object.entries(ERROR_CODES).flatMap(([code, of]) => (of === Number(status) ? [code] : []))
    const schema = {
      allOf: [
        { $ref: '#/components/schemas/Error' },
        { type: 'object' as const, properties: { code: { type: 'string' as const, enum: codes } } },
      ],
    }
    const response = {
      description,
      headers: headersNamed('X-Request-Id', ...(HEADERS_OF.get(status) ?? [])),
      content: { 'application/json': { schema } },
    }
    return [`Error${status}`, response] as const
  }),
  [
    'RecordError',
    {
      description: 'The call failed',
      headers: headersNamed('X-Request-Id'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/RecordError' } } },
    },
  ],
])

const ERROR_SCHEMA = {
  type: 'object' as const,
  required: ['status', 'error', 'code'],
  properties: {
    status: { type: 'string' as const, const: 'error' },
    error: { type: 'string' as const, description: 'A sentence for a person' },
    code: {
      type: 'string' as const,
      enum: Object.keys(ERROR_CODES),
      description: 'A word for a machine; the guide explains each',
    },
    fields: {
      type: 'object' as const,
      description: 'Input name → sentence',
      additionalProperties: { type: 'string' as const },
    },
    ticket: {
      type: 'string' as const,
      description: 'Of `otp_required` only: goes with the code to POST /auth/verify',
    },
    ids: {
      type: 'array' as const,
      items: { type: 'string' as const },
      description: 'Of the records that the error is about, such as documents that can’t be marked',
    },
  },
  example: {
    status: 'error',
    error: 'Unknown field: nmae',
    code: 'invalid_input',
    fields: { nmae: 'Unknown field: nmae' },
  },
}

const { status: _status, error: sentence, ...others } = ERROR_SCHEMA.properties
const { status: _error, error: message, ...example } = ERROR_SCHEMA.example

export const ERROR_SCHEMAS: NonNullable<Components['schemas']> = {
  Error: ERROR_SCHEMA,
  RecordError: {
    type: 'object',
    required: ['message', 'code'],
    properties: { message: sentence, ...others },
    example: { message, ...example },
  },
}
