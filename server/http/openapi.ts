import type { AnyRouter } from '@trpc/server'
import type { OpenAPIObject } from 'trpc-to-openapi'
import { getOwn } from '#domain/get-own'
import { DEFAULT_LANGUAGE, LANGUAGES } from '#domain/language'
import { rawPaths } from './openapi-raw.ts'

type Paths = NonNullable<OpenAPIObject['paths']>
type Operation = NonNullable<Paths[string]['get']>
type Parameter = NonNullable<Operation['parameters']>[number]

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
type Method = (typeof METHODS)[number]

const ERRORS: Record<string, string> = {
  400: 'The input cannot be used; `fields` names what is wrong with it; `infected`: the file contains a virus',
  401: 'Nobody is signed in, or the session has ended',
  403: 'This is not permitted to you; `otp_setup_required`: set up two-step sign-in first',
  404: 'There is no such record, or it is not yours to see',
  409: 'The record is in another state than the call expects',
  413: 'The body is too large',
  415: 'The body has the wrong content type or the wrong content',
  422: '`unprintable`: the text takes too long to lay out, so no stamped PDF can be made',
  429: 'Too many tries; `Retry-After` tells the seconds to wait',
  500: 'A fault of the server; `damaged_file`: what is stored has to be restored from a backup',
  503: 'The service is not available right now',
}

const ERROR_SCHEMA = {
  type: 'object' as const,
  required: ['status', 'error', 'code'],
  properties: {
    status: { type: 'string' as const, const: 'error' },
    error: { type: 'string' as const, description: 'A sentence for a person' },
    code: { type: 'string' as const, description: 'A word for a machine' },
    fields: {
      type: 'object' as const,
      description: 'Input name → sentence',
      additionalProperties: { type: 'string' as const },
    },
    ticket: {
      type: 'string' as const,
      description: 'Of `otp_required` only: goes with the code to POST /auth/verify',
    },
  },
  example: {
    status: 'error',
    error: 'Unknown field: nmae',
    code: 'invalid_input',
    fields: { nmae: 'Unknown field: nmae' },
  },
}

export async function openApiDocument(router: AnyRouter, publicUrl: string): Promise<OpenAPIObject> {
  // The generator would slow down every start.
  const { generateOpenApiDocument } = await import('trpc-to-openapi')
  const document = generateOpenApiDocument(router, {
    title: 'Intake',
    description:
      'Funding applications: the public form, and the back office. Success is `{ "status": "success", "data": … }`, ' +
      'a refusal `{ "status": "error", "error", "code", "fields"? }`. Unknown input fields are refused.',
    version: '1',
    openApiVersion: '3.1.0',
    baseUrl: `${publicUrl}/api`,
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'The token of POST /auth/login' },
    },
  })
  const documented: Paths = document.paths ?? {}
  const raw = Object.entries(rawPaths).map(([path, item]) => [path, { ...getOwn(documented, path), ...item }])
  const paths: Paths = { ...documented, ...Object.fromEntries(raw) }
  for (const item of Object.values(paths)) {
    for (const method of METHODS) {
      const operation = item[method]
      if (operation) item[method] = finish(operation, method)
    }
  }
  const schemas = Object.entries(document.components?.schemas ?? {}).filter(
    ([name]) => !name.startsWith('error.'),
  )
  return {
    ...document,
    paths,
    components: { ...document.components, schemas: { ...Object.fromEntries(schemas), Error: ERROR_SCHEMA } },
  }
}

const PUBLIC_FORM = 'Public form'

const FORM_LANGUAGE: Parameter = {
  name: 'x-form-language',
  in: 'header',
  description: 'What a refusal is worded in. `Accept-Language` changes nothing.',
  schema: { type: 'string', enum: [...LANGUAGES], default: DEFAULT_LANGUAGE },
}

function finish(operation: Operation, method: Method): Operation {
  const { requestBody, responses = {}, ...rest } = operation
  const takesBody = requestBody !== undefined && !isEmpty(requestBody)
  const statuses = new Set([...Object.keys(responses), ...(takesBody ? ['400'] : []), '500', '503'])
  if (method !== 'get') for (const status of ['413', '415']) statuses.add(status)
  const finished = [...statuses]
    .sort()
    .map((status) => [status, getOwn(ERRORS, status) ? errorResponse(status) : getOwn(responses, status)])
  const isForm = operation.tags?.includes(PUBLIC_FORM) ?? false
  return {
    ...rest,
    ...(isForm && { parameters: [...(operation.parameters ?? []), FORM_LANGUAGE] }),
    security: operation.security ?? [],
    ...(takesBody && { requestBody }),
    responses: Object.fromEntries(finished),
  }
}

function isEmpty(body: NonNullable<Operation['requestBody']>): boolean {
  const schema = 'content' in body ? body.content['application/json']?.schema : undefined
  if (!schema || !('properties' in schema || 'type' in schema)) return false
  return (
    schema.type === 'object' &&
    Object.keys(schema.properties ?? {}).length === 0 &&
    !schema.additionalProperties
  )
}

const errorResponse = (status: string) => ({
  description: getOwn(ERRORS, status) ?? '',
  ...((status === '429' || status === '503') && {
    headers: { 'Retry-After': { description: 'Seconds', schema: { type: 'integer' as const } } },
  }),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})
