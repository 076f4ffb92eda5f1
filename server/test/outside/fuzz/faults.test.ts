import { describe, expect, it } from 'vitest'
import type { Answer } from './client.ts'
import { faultsOf, type Exchange } from './faults.ts'
import type { Operation } from './operations.ts'

/** What finds nothing proves nothing: each kind of fault is found where there is one. */
const row = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string' } },
  additionalProperties: false,
}
const operation: Operation = {
  name: 'GET /team/get/{id}',
  method: 'GET',
  path: '/team/get/{id}',
  inPath: [],
  inQuery: [],
  body: null,
  multipart: false,
  signedIn: true,
  isPublic: false,
  answers: new Map([
    [
      200,
      new Map([
        [
          'application/json',
          {
            type: 'object',
            required: ['status', 'data'],
            properties: { status: { const: 'success' }, data: row },
          },
        ],
      ]),
    ],
    [400, new Map()],
    [401, new Map()],
  ]),
}
const headers = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-request-id': '0192f0c1-3b4c-7d5e-9f60-123456789abc',
}

const answer = (status: number, body: unknown, changes: Partial<Answer> = {}): Answer => ({
  status,
  headers,
  body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
  ms: 5,
  ...changes,
})
const refusal = (error: string) => ({ status: 'error', error, code: 'invalid_input' })
const found = (given: Answer, changes: Partial<Exchange> = {}): string[] =>
  faultsOf({
    operation,
    actor: 'companyA',
    wire: { method: 'GET', path: '/api/team/get/1', headers: [], body: null },
    secrets: ['bravo77'],
    slowMs: 10_000,
    answer: given,
    ...changes,
  }).map(({ kind }) => kind)

describe('the fuzzer', () => {
  it('has nothing to say of an answer as it should be', () => {
    expect(found(answer(200, { status: 'success', data: { id: 'a' } }))).toEqual([])
    expect(found(answer(400, refusal('id is required.')))).toEqual([])
  })

  it.each<[string, Answer, Partial<Exchange>, string]>([
    ['a 5xx', answer(500, refusal('x')), {}, 'answers 500'],
    [
      'a status that the document does not name',
      answer(409, refusal('x')),
      {},
      'answers 409, which is not in the document',
    ],
    [
      'a success for somebody who is not signed in',
      answer(200, { status: 'success', data: { id: 'a' } }),
      { actor: 'revoked' },
      'answers 200 to a stranger',
    ],
    ['a refusal outside the envelope', answer(400, 'Bad Request'), {}, 'has no envelope at 400'],
    ['an empty refusal', answer(400, ''), {}, 'has no envelope at 400'],
    ['a success without data', answer(200, { status: 'success' }), {}, 'breaks its schema: body lacks data'],
    [
      'a field that the document does not name',
      answer(200, { status: 'success', data: { id: 'a', passwordHash: 'x' } }),
      {},
      'breaks its schema: body.data has passwordHash, which is not in the document',
    ],
    [
      'another type',
      answer(200, { status: 'success', data: { id: 1 } }),
      {},
      'breaks its schema: body.data.id is not of the type string',
    ],
    [
      'a type of content that nobody was promised',
      answer(200, '<p>', { headers: { ...headers, 'content-type': 'text/html' } }),
      {},
      'answers text/html, which is not in the document',
    ],
    [
      'a missing header',
      answer(400, refusal('x'), { headers: { ...headers, 'x-content-type-options': undefined } }),
      {},
      'has a wrong header x-content-type-options',
    ],
    [
      'a header that was injected',
      answer(400, refusal('x'), { headers: { ...headers, 'x-injected': '1' } }),
      {},
      'has a header x-injected',
    ],
    [
      'a row of another company',
      answer(200, { status: 'success', data: { id: 'bravo77' } }),
      {},
      'shows what is of another company',
    ],
    [
      'words of the database',
      answer(400, refusal('invalid input syntax for type uuid')),
      {},
      'tells of our insides',
    ],
    ['a stack', answer(400, refusal('x\n    at go (dist/server.mjs:1:2)')), {}, 'tells of our code'],
    ['an answer that takes its time', answer(400, refusal('x'), { ms: 11_000 }), {}, 'is slow'],
  ])('finds %s', (_what, given, changes, kind) => {
    expect(found(given, changes)).toContain(kind)
  })

  it('lets through what the request itself said, and what is public', () => {
    const wire = { method: 'GET', path: '/api/team/get/bravo77', headers: [], body: null }
    expect(found(answer(400, refusal('No such team: bravo77')), { wire })).toEqual([])
    const open = { ...operation, isPublic: true }
    expect(found(answer(200, { status: 'success', data: { id: 'bravo77' } }), { operation: open })).toEqual(
      [],
    )
  })
})
