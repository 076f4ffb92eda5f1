import type { AnyRouter } from '@trpc/server'
import type { OpenAPIObject } from 'trpc-to-openapi'
import { getOwn } from '#domain/get-own'
import { isRecord } from '#domain/json'
import { DEFAULT_LANGUAGE, LANGUAGES } from '#domain/language'
import {
  ERROR_SCHEMAS,
  errorResponses,
  type HeaderName,
  headers,
  headersNamed,
  isError,
} from './openapi-answers.ts'
import { addNouns } from './openapi-nouns.ts'
import { describeNeeds, type Needs, RAW_NEEDS } from '../auth/needs.ts'
import { rawPaths } from './openapi-raw.ts'
import {
  describeParameter,
  describeSchema,
  mapValues,
  openUp,
  type Json,
  type Shapes,
} from './openapi-schemas.ts'
import { webhookOperations } from './openapi-webhooks.ts'
import { PANEL } from '../trpc/rest-meta.ts'
import { restCalls } from './rest-adapter.ts'

type Paths = NonNullable<OpenAPIObject['paths']>
type Operation = NonNullable<Paths[string]['get']>
type Parameter = NonNullable<Operation['parameters']>[number]
type Response = NonNullable<Operation['responses']>[string]

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const
type Method = (typeof METHODS)[number]

const ABOUT = `Funding applications: the public form, and the back office. The [guide](/api/docs/guide) shows the main job with curl.

Success is \`{ "status": "success", "data": … }\`, an error \`{ "status": "error", "error", "code", "fields"? }\`,
or, where \`Accept\` names it, \`application/problem+json\` (RFC 9457) with \`type\`, \`title\`, \`status\`, \`detail\`, \`instance\`, \`code\` and \`fields\`.
Unknown input fields are rejected. Times are UTC. GET answers in JSON have an \`ETag\`: with \`If-None-Match\`, what has not changed is a 304.
PUT, PATCH and DELETE take a record's tag as \`If-Match\`: a record that has changed since is a 412.`

export async function openApiDocument(router: AnyRouter): Promise<OpenAPIObject> {
  // The generator would slow down every start.
  const [{ generateOpenApiDocument }, { createDocument }] = await Promise.all([
    import('trpc-to-openapi'),
    import('zod-openapi'),
  ])
  const document = generateOpenApiDocument(router, {
    title: 'Intake',
    description: ABOUT,
    version: '1',
    openApiVersion: '3.1.0',
    baseUrl: '/api/v1',
    contact: { name: 'The operator of this installation' },
    license: { name: 'MIT', identifier: 'MIT' },
    securitySchemes: {
      bearer: { type: 'http', scheme: 'bearer', description: 'An API key, or the token of POST /auth/login' },
    },
  })
  const documented: Paths = document.paths ?? {}
  const added: Paths = createDocument({ openapi: '3.1.0', info: document.info, paths: rawPaths }).paths ?? {}
  const raw = Object.entries(added).map(([path, item]) => [path, { ...getOwn(documented, path), ...item }])
  const paths: Paths = { ...documented, ...Object.fromEntries(raw) }
  const needs = new Map([
    ...RAW_NEEDS,
    ...restCalls(router).map((call) => [`${call.method.toLowerCase()} ${call.url}`, call.needs] as const),
  ])
  const shapes: Shapes = new Map()
  for (const [path, item] of Object.entries(paths)) {
    for (const method of METHODS) {
      const operation = item[method]
      const isRaw = getOwn(added, path)?.[method] === operation
      if (operation)
        item[method] = finish(operation, { method, needs: needs.get(`${method} ${path}`), isRaw, shapes })
    }
  }
  const ofTrpc = Object.entries(document.components?.schemas ?? {})
  const schemas = Object.fromEntries(ofTrpc.filter(([name]) => !name.startsWith('error.')))
  const described = {
    ...mapValues(schemas, (schema) => openUp(describeSchema(schema))),
    ...Object.fromEntries([...shapes.values()].map(({ name, schema }) => [name, schema])),
    ...ERROR_SCHEMAS,
  }
  addNouns(router, paths, described)
  const used = JSON.stringify(paths)
  const responses = Object.entries(errorResponses).filter(([name]) => used.includes(`/responses/${name}"`))
  return {
    ...document,
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: webhookOperations(),
    components: {
      ...document.components,
      schemas: described,
      responses: Object.fromEntries(responses),
      headers,
    },
  }
}

/** The schema of a body without fields. */
const NOTHING = '"properties":{}'

const header = (name: string, description: string, schema: object = {}): Parameter => ({
  name,
  in: 'header',
  description,
  schema: { type: 'string', ...schema },
})
const FORM_LANGUAGE = header(
  'x-form-language',
  'What a refusal is worded in. `Accept-Language` changes nothing.',
  { enum: [...LANGUAGES], default: DEFAULT_LANGUAGE },
)
const IF_NONE_MATCH = header('If-None-Match', 'The `ETag` that you have: 304 while it is current')
const IF_MATCH = header('If-Match', 'The `ETag` that you read: 412 if the record has changed since')

const when = <Value>(is: boolean, ...values: Value[]): Value[] => (is ? values : [])

type Finish = { method: Method; needs: Needs | undefined; isRaw: boolean; shapes: Shapes }

function finish(operation: Operation, { method, needs, isRaw, shapes }: Finish): Operation {
  const { requestBody, responses = {}, parameters = [], description, security = [], ...rest } = operation
  const { operationId = '' } = rest
  const takesBody = requestBody !== undefined && !JSON.stringify(requestBody).includes(NOTHING)
  const isForm = operation.tags?.includes('Public form') ?? false
  const isRead = method === 'get' && !isRaw
  const changes = method === 'put' || method === 'delete'
  const isFresh = changes && JSON.stringify([requestBody, parameters]).includes('"updatedAt"')
  const takesKey = JSON.stringify(parameters).includes('Idempotency-Key')
  const more = [...when(isForm, FORM_LANGUAGE), ...when(isRead, IF_NONE_MATCH), ...when(isFresh, IF_MATCH)]
  const ways = [...when(isRead, '304'), ...when(isFresh, '412'), ...when(method !== 'get', '413', '415')]
  const statuses = [...new Set([...Object.keys(responses), ...ways, '400', '500', '503'])].sort()
  const answered = [
    ...when(isRead || (isFresh && method === 'put'), 'ETag'),
    ...when(security.length > 0, 'RateLimit', 'RateLimit-Policy'),
    ...when(takesKey, 'Idempotent-Replayed'),
  ]
  return {
    ...rest,
    description: [description, describeCaller(security, needs)].filter(Boolean).join('\n\n'),
    parameters: [...parameters, ...more].map((each) => describeParameter(each, operationId, shapes)),
    security,
    ...(takesBody && {
      requestBody: {
        ...requestBody,
        content: describeContent('content' in requestBody ? requestBody.content : {}, closed),
      },
    }),
    responses: Object.fromEntries(
      statuses.map((status) => [status, toResponse(status, getOwn(responses, status), answered)]),
    ),
  }
}

function describeCaller(security: object[], needs: Needs | undefined): string {
  if (security.length === 0 || security.some((way) => Object.keys(way).length === 0)) return 'Needs no token.'
  return needs === undefined ? 'For every user.' : describeNeeds(needs)
}

function toResponse(status: string, response: Response = {}, names: HeaderName[] = []): Response {
  if (isError(status)) return { $ref: `#/components/responses/Error${status}` }
  if (status === '304') return { description: 'Your copy is current', headers: headersNamed('ETag') }
  const content = describeContent(response.content, openUp)
  const isList = JSON.stringify(content).includes('"total":')
  const isFile = Object.keys(content).some((type) => type !== 'application/json')
  return {
    ...response,
    headers: headersNamed(
      'X-Request-Id',
      ...names,
      ...when(isList, 'Content-Range', 'Link'),
      ...when(isFile, 'Content-Disposition'),
      ...when(status === '206', 'Content-Range', 'ETag'),
    ),
    content,
  }
}

/** Every body is checked for unknown fields; schemas with a check of their own no longer say so. */
const closed = (schema: Json): Json =>
  schema.type === 'object' && !schema.oneOf ? { additionalProperties: false, ...schema } : schema

const describeContent = (content: unknown, change: (schema: Json) => Json) =>
  mapValues(isRecord(content) ? content : {}, (media) => {
    const record = isRecord(media) ? media : {}
    return { ...record, schema: change(describeSchema(record.schema)) }
  })

/** In the order of the reference. */
const TAGS: Readonly<Record<string, string>> = {
  'API keys': 'Keys of programs, which stand where the token of a sign-in does.',
  Session: 'Sign in and out. A program needs none of it: it sends an API key.',
  Submissions: 'Applications that were sent: lists, answers, PDFs, statuses, notes and requests.',
  Tasks: 'What staff have to do about submissions.',
  Funders: 'Who gets files of merchants, how a submission fits them, and packages.',
  Offers: 'What funders offer, which offer is taken, what was funded, and renewals.',
  Documents: 'Files that belong to submissions.',
  Companies: 'Brokers. A company sees its own record; admins see all.',
  Users: 'People who sign in to the panel.',
  Roles: 'What users may do.',
  Teams: 'Users who share submissions.',
  Links: 'Addresses under which applicants find a company’s form.',
  Records:
    'The same records at plain paths, without the envelope, as React-admin’s simple REST provider has them.',
  'Public form': 'What the form itself calls. None of it needs a token.',
  Applicant: 'What the status page and mailed links call. Their token opens one application.',
  Import: 'Many companies, users or links at once, from CSV.',
  Registrations: 'Receipts of which company brought a merchant first.',
  Seals: 'Whether PDFs are as they were when they were sealed.',
  Webhooks: 'Events, and where they are sent.',
  Dashboard: 'Figures of the desk.',
  Account: 'The caller’s own account. Takes no API key.',
  'Audit log': 'Who did what, and who read which application.',
  Health: 'For load balancers and monitors.',
  [PANEL]: 'What the panel calls for its own screens. It is not kept stable as the rest is.',
}
