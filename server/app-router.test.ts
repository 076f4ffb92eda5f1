import { Validator } from '@seriousme/openapi-schema-validator'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { appRouter } from './app-router.ts'
import { openApiDocument } from './http/openapi.ts'
import { restCalls } from './http/rest-adapter.ts'
import { READINGS } from './test/access/readings.ts'
import { startTestServer } from './test/support/server.ts'
import { call } from './test/support/factories.ts'
import { inlineRefs } from './test/support/inline-refs.ts'

const { url } = await startTestServer()
const document = await openApiDocument(appRouter)
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

/** Every REST call, listed by hand: clients rely on these methods and paths. */
const CALLS = [
  'POST /auth/login',
  'POST /auth/logout',
  'POST /auth/verify',
  'GET /auth/sso',
  'POST /auth/sso/start',
  'POST /auth/sso/finish',
  'POST /auth/forgot-password',
  'POST /auth/reset-password',
  'GET /user/me',
  'PUT /user/me',
  'PUT /user/me/password',
  'POST /user/me/confirm',
  'GET /user/me/sessions',
  'DELETE /user/me/sessions',
  'DELETE /user/me/sessions/{id}',
  'POST /user/me/otp',
  'PUT /user/me/otp',
  'POST /user/me/otp/off',
  'POST /user/me/otp/recovery-codes',
  'GET /generated-link/get/slug/{slug}',
  'GET /generated-link/get',
  'GET /generated-link/get/{id}',
  'POST /generated-link/create',
  'PUT /generated-link/update/{id}',
  'DELETE /generated-link/delete/{id}',
  'GET /form/initialize-session/{slug}',
  'POST /form/session/state',
  'PUT /form/session/draft',
  'DELETE /form/session/draft',
  'POST /form/session/move',
  'POST /form/session/take',
  'POST /form/submit',
  'POST /application/signature/view',
  'POST /application/signature',
  'POST /application/signer',
  'POST /application/request/answer',
  'GET /form/submissions/{id}/statements',
  'GET /form/submissions/{id}/statements/export',
  'PUT /form/submissions/{id}/statements/{documentId}/transactions',
  'POST /form/submissions/{id}/statements/{documentId}/read',
  'GET /form/submissions/{id}/requests',
  'POST /form/submissions/{id}/requests',
  'POST /form/submissions/{id}/signature-requests',
  'DELETE /form/submissions/{id}/requests/{request}',
  'POST /form/submissions/{id}/requests/{request}/link',
  'POST /documents/upload-public',
  'DELETE /documents/upload-public/{id}',
  'PUT /documents/upload-public/{id}/statement-month',
  'GET /documents/upload-public/{id}/statement',
  'PUT /documents/upload-public/{id}/password',
  'GET /dashboard',
  'GET /form/submissions',
  'POST /form/submissions',
  'GET /form/schema/{slug}',
  'GET /form/submissions/counts',
  'GET /form/views',
  'POST /form/views',
  'PUT /form/views/{id}',
  'POST /form/views/{id}/take-over',
  'DELETE /form/views/{id}',
  'GET /form/submissions/arrivals',
  'GET /form/submissions/{id}',
  'POST /form/submissions/search',
  'POST /form/submissions/bulk',
  'GET /job/{id}',
  'POST /form/submissions/{id}/views',
  'PUT /form/submissions/{id}',
  'PUT /form/submissions/{id}/hold',
  'GET /form/board',
  'GET /form/submissions/{id}/choices',
  'PUT /form/submissions/{id}/status',
  'PUT /form/submissions/{id}/owner',
  'GET /form/submissions/{id}/notes',
  'POST /form/submissions/{id}/notes',
  'GET /form/submissions/{id}/timeline',
  'PUT /form/submissions/{id}/presence',
  'POST /form/submissions/{id}/end-links',
  'POST /form/submissions/{id}/delete',
  'GET /form/submissions/{id}/funders',
  'GET /form/submissions/{id}/packages',
  'POST /form/submissions/{id}/packages',
  'GET /form/submissions/{id}/offers',
  'POST /form/submissions/{id}/offers',
  'POST /form/submissions/{id}/fund',
  'POST /form/submissions/{id}/renew',
  'POST /application/offer',
  'GET /funder/get',
  'GET /funder/get/{id}',
  'POST /funder/create',
  'PUT /funder/update/{id}',
  'DELETE /funder/delete/{id}',
  'POST /package/withdraw/{id}',
  'POST /package/resend/{id}',
  'POST /package/open',
  'POST /package/answer',
  'POST /import/funders',
  'PUT /offer/update/{id}',
  'POST /offer/choose/{id}',
  'GET /report/funders',
  'POST /package/trace',
  'POST /package/document',
  'POST /application/state',
  'POST /application/copy',
  'POST /application/documents',
  'POST /application/documents/{id}/statement',
  'PUT /application/documents/{id}/password',
  'POST /application/end',
  'GET /form/export',
  'GET /form/export/zip',
  'GET /form/pdf/{id}',
  'GET /documents/form-submission/{submissionId}',
  'GET /documents/company/{companyId}',
  'GET /documents/document/{id}',
  'PUT /documents/{id}',
  'POST /documents/form-submission/{submissionId}',
  'POST /documents/upload',
  'GET /documents/form-submission/{submissionId}/zip',
  'GET /events',
  'GET /task/get',
  'POST /task/create',
  'PUT /task/update/{id}',
  'DELETE /task/delete/{id}',
  'GET /notice/get',
  'PUT /notice/read',
  'GET /webhook/get',
  'GET /webhook/get/{id}',
  'POST /verify',
  'POST /verify/digest',
  'POST /webhook/create',
  'PUT /webhook/update/{id}',
  'DELETE /webhook/delete/{id}',
  'POST /webhook/rotate/{id}',
  'POST /webhook/take-over/{id}',
  'POST /webhook/test/{id}',
  'GET /webhook/deliveries/{id}',
  'POST /webhook/resend/{id}',
  'GET /registration/get',
  'GET /registration/{id}/verify',
  'GET /api-key/get',
  'GET /api-key/me',
  'POST /api-key/create',
  'DELETE /api-key/delete/{id}',
  'GET /connection/{id}',
  'POST /connection/{id}/allow',
  'POST /connection/{id}/refuse',
  'GET /role/get',
  'GET /role/get/{id}',
  'POST /role/create',
  'PUT /role/update/{id}',
  'DELETE /role/delete/{id}',
  'GET /team/get',
  'GET /team/get/{id}',
  'POST /team/create',
  'PUT /team/update',
  'DELETE /team/delete/{id}',
  'GET /user/get',
  'GET /user/get/{id}',
  'POST /user/create',
  'PUT /user/update/{id}',
  'GET /company/get',
  'GET /company/get/{id}',
  'POST /company/create',
  'POST /import/companies',
  'POST /import/users',
  'POST /import/links',
  'PUT /company/update/{id}',
  'DELETE /company/delete/{id}',
  'POST /company/upload-logo/{id}',
  'GET /company/retention/{id}',
  'POST /admin/create-company',
  'POST /admin/demo-data',
  'GET /company/names',
  'GET /user/names',
  'GET /role/names',
  'GET /team/names',
  'GET /audit/get',
  'GET /audit/get/{id}',
  'GET /audit/export',
  'GET /audit/people',
  'GET /logos/{file}',
  'GET /health/live',
  'GET /health/ready',
  'GET /health/version',
]

const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  METHODS.flatMap((method) => {
    const operation = item[method]
    return operation ? [{ name: `${method.toUpperCase()} ${path}`, path, method, operation }] : []
  }),
)

const RECORDS = [
  ...['companies', 'users', 'roles', 'teams', 'links', 'funders'].flatMap((noun) => [
    ...['GET', 'POST'].map((method) => `${method} /${noun}`),
    ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method) => `${method} /${noun}/{id}`),
  ]),
  ...CALLS.filter((name) => name === 'POST /form/submissions').map(() => 'POST /submissions'),
  'GET /submissions',
  'GET /submissions/{id}',
  'PUT /submissions/{id}',
  'PATCH /submissions/{id}',
]

describe('the OpenAPI document', () => {
  it('holds every call and no other', () => {
    expect(operations.map(({ name }) => name).toSorted()).toEqual([...CALLS, ...RECORDS].toSorted())
  })

  it('has no call of which it is not declared whether it answers applicants’ data', () => {
    const called = ([method = '', path = '']: string[]) =>
      `${method} /api${path.replace(/\{(\w+)\}/g, ':$1')}`
    const undeclared = operations
      .map(({ name }) => called(name.split(' ')))
      .filter((call) => READINGS[call] === undefined)
    expect(undeclared).toEqual([])
  })

  it('is valid', async () => {
    expect(await new Validator().validate(JSON.parse(JSON.stringify(document)))).toEqual({ valid: true })
  })

  it('is served at /api/openapi.json', async () => {
    const { status, body } = await call(url, 'GET', '/openapi.json')
    expect(status).toBe(200)
    expect(body).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/api/v1' }] })
    expect(Object.keys(body.paths ?? {}).toSorted()).toEqual(Object.keys(document.paths ?? {}).toSorted())
  })

  it.each(operations)(
    'describes $name: summary, security, one shape for refusals, no empty body',
    ({ operation }) => {
      expect(operation.summary).toBeTruthy()
      expect(operation.tags).toHaveLength(1)
      expect(operation.security).toBeDefined()
      const refusals = Object.entries(operation.responses ?? {}).filter(
        ([status]) => !['200', '201', '206', '304'].includes(status),
      )
      expect(refusals.map(([status]) => status)).toContain('503')
      for (const [status, response] of refusals)
        expect(response).toEqual({
          $ref: `#/components/responses/${operation.tags?.includes('Records') ? 'RecordError' : `Error${status}`}`,
        })
      expect(JSON.stringify(operation.requestBody ?? '')).not.toContain('"properties":{}')
    },
  )
})

describe('its errors', () => {
  const responses = Object.entries(document.components?.responses ?? {})
  it.each(responses)('%s names its codes', (name, response) => {
    if (name === 'RecordError')
      return expect(JSON.stringify(inlineRefs(response, { ...document }))).toContain(
        '"enum":["invalid_input"',
      )
    expect(response).toMatchObject({
      description: expect.stringMatching(/./),
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/Error' },
              { properties: { code: { enum: expect.arrayContaining([expect.any(String)]) } } },
            ],
          },
        },
      },
    })
  })
})

describe('whoever writes a program against it', () => {
  const hasExample = (part: unknown) => part === undefined || /"examples?":/.test(JSON.stringify(part))

  it.each(operations)('finds an example of what $name takes and answers', ({ operation }) => {
    const { requestBody, parameters = [], responses } = operation
    const answer = inlineRefs(responses?.['200'] ?? responses?.['201'], { ...document })
    const json = JSON.stringify(answer).includes('application/json') ? answer : undefined
    expect([hasExample(inlineRefs(requestBody, { ...document })), hasExample(json)]).toEqual([true, true])
    for (const parameter of parameters) {
      const inQuery = 'in' in parameter && parameter.in === 'query'
      expect(!inQuery || JSON.stringify(parameter).includes('"description":')).toBe(true)
    }
  })
})

describe('the header x-form-language', () => {
  it('is told of the calls of the public form, and of no others', () => {
    const told = operations.filter(({ operation }) => JSON.stringify(operation).includes('x-form-language'))
    expect(told).toEqual(operations.filter(({ operation }) => operation.tags?.includes('Public form')))
    expect(told.map(({ name }) => name)).toContain('POST /form/submit')
  })
})

describe('every call of the document', () => {
  it.each(operations)('$name is there, and answers the envelope or a file', async ({ path, method }) => {
    const answer = await fetch(`${url}/api/v1${path.replace(/\{\w+\}/g, 'no-such-thing')}`, {
      method: method.toUpperCase(),
    })
    const { error, message } = (await answer.json()) as { error?: string; message?: string }
    expect(error ?? message ?? '').not.toMatch(/^No such call/)
  })
})

describe('every GET of the document', () => {
  const paths = operations.filter(({ method }) => method === 'get').map(({ path }) => path)
  it.each(paths)('%s takes HEAD and answers the same without a body', async (path) => {
    const at = `${url}/api/v1${path.replace(/\{\w+\}/g, 'no-such-thing')}`
    const [get, head] = [await fetch(at), await fetch(at, { method: 'HEAD' })]
    const facts = ({ status, headers }: Response) => [
      status,
      ...['content-type', 'content-length', 'content-range', 'etag'].map((name) => headers.get(name)),
    ]
    expect(facts(head)).toEqual(facts(get))
    expect(await head.text()).toBe('')
  })
})

describe('REST paths', () => {
  it('are each served once', () => {
    // Fastify refuses a second route of the same method and pattern, parameter names aside.
    const app = Fastify()
    const mountAll = () => {
      for (const { method, url: pattern } of restCalls(appRouter)) {
        app.route({ method, url: pattern.replace(/\{\w+\}/g, ':id'), handler: async () => '' })
      }
    }
    expect(mountAll).not.toThrow()
  })
})
