import { bearer, request, sendJson, type HostileCase, type Target } from './hostile-case.ts'
import { sendRaw } from './raw-request.ts'

type Refusal = Pick<HostileCase, 'status' | 'code'>
const INVALID: Refusal = { status: 400, code: 'invalid_input' }
const NOT_FOUND: Refusal = { status: 404, code: 'not_found' }
const SIGNED_OUT: Refusal = { status: 401, code: 'unauthenticated' }
const UNSUPPORTED: Refusal = { status: 415, code: 'unsupported_type' }
const TOO_LARGE: Refusal = { status: 413, code: 'too_large' }

const raw = (name: string, refusal: Refusal, lines: string[], body: Buffer | string = ''): HostileCase => ({
  name: `request: ${name}`,
  ...refusal,
  send: ({ url }) => sendRaw(url, `${lines.join('\r\n')}\r\n\r\n`, body),
})
const get = (name: string, refusal: Refusal, path: string): HostileCase => ({
  name: `address: ${name}`,
  ...refusal,
  send: (target) =>
    sendRaw(target.url, `GET ${path} HTTP/1.1\r\nHost: x\r\n${authorization(target)}\r\n\r\n`),
})
const authorization = ({ token }: Target) => `Authorization: Bearer ${token}`
const json = (...more: string[]) => [
  'POST /api/auth/login HTTP/1.1',
  'Host: x',
  'Content-Type: application/json',
  ...more,
]
const user = (name: string, value: string): HostileCase => ({
  name: `sign-in: ${name}`,
  ...SIGNED_OUT,
  send: ({ url }) => sendRaw(url, `GET /api/user/me HTTP/1.1\r\nHost: x\r\n${value}\r\n\r\n`),
})

/** HTTP that is none or means two things, addresses that lead elsewhere, and who is not signed in. */
export const REQUEST_CASES: HostileCase[] = [
  raw('no HTTP', INVALID, ['RUBBISH']),
  raw('two lengths', INVALID, json('Content-Length: 2', 'Content-Length: 9'), '{}'),
  raw('a length and chunks', INVALID, json('Content-Length: 2', 'Transfer-Encoding: chunked'), '0\r\n\r\n'),
  raw('chunks and something else', INVALID, json('Transfer-Encoding: chunked, identity'), '0\r\n\r\n'),
  raw('an encoding there is not', INVALID, json('Transfer-Encoding: xchunked'), '0\r\n\r\n'),
  raw('chunks without a length', INVALID, json('Transfer-Encoding: chunked'), 'zz\r\n{}\r\n0\r\n\r\n'),
  raw('a chunk above its length', INVALID, json('Transfer-Encoding: chunked'), '2\r\n{}xx\r\n0\r\n\r\n'),
  raw('a length below nothing', INVALID, json('Content-Length: -1')),
  raw('a length of letters', INVALID, json('Content-Length: 0x10')),
  raw('a space before the colon', INVALID, json('Content-Length : 2'), '{}'),
  raw('a header of two lines', INVALID, json('X-A: b', ' c', 'Content-Length: 2'), '{}'),
  raw('NUL in a header', INVALID, json('X-A: a\0b', 'Content-Length: 2'), '{}'),
  raw('a line feed alone', INVALID, ['GET /api/user/me HTTP/1.1\nHost: x\rX: y']),
  raw('a header of 100 KB', INVALID, ['GET /api/user/me HTTP/1.1', 'Host: x', `X-A: ${'x'.repeat(100_000)}`]),
  raw('an address of 100 KB', INVALID, [`GET /api/${'x'.repeat(100_000)} HTTP/1.1`, 'Host: x']),
  raw('NUL in the address', INVALID, ['GET /api/user/\0me HTTP/1.1', 'Host: x']),
  raw('no host', INVALID, ['GET /api/user/me HTTP/1.1']),
  raw('two hosts', INVALID, ['GET /api/user/me HTTP/1.1', 'Host: x', 'Host: y']),
  raw('a method there is not', INVALID, ['HACK /api/user/me HTTP/1.1', 'Host: x']),
  raw('an address of its own host', NOT_FOUND, ['GET http://evil.example/api/user/none HTTP/1.1', 'Host: x']),
  raw('TRACE', { status: 405, code: 'method_not_allowed' }, ['TRACE /api/user/me HTTP/1.1', 'Host: x']),
  raw('a compressed body', INVALID, json('Content-Encoding: gzip', 'Content-Length: 4'), '\x1f\x8b\x08\x00'),
  raw(
    'another type',
    UNSUPPORTED,
    ['POST /api/auth/login HTTP/1.1', 'Host: x', 'Content-Type: text/xml', 'Content-Length: 4'],
    '<a/>',
  ),
  raw('no type', UNSUPPORTED, ['POST /api/auth/login HTTP/1.1', 'Host: x', 'Content-Length: 2'], '{}'),
  raw('a length above the limit', TOO_LARGE, json('Content-Length: 99999999')),
  raw(
    'chunks above the limit',
    TOO_LARGE,
    json('Transfer-Encoding: chunked'),
    `2000\r\n${'x'.repeat(8192)}\r\n0\r\n\r\n`,
  ),
  {
    name: 'request: two form sessions in the header',
    status: 400,
    code: 'session_expired',
    send: ({ url, session }) =>
      sendRaw(
        url,
        `POST /api/form/session/state HTTP/1.1\r\nHost: x\r\nx-form-session: ${session}\r\nx-form-session: ${session}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n',
        '{}',
      ),
  },
  get('folders above', NOT_FOUND, '/api/../../etc/passwd'),
  get('folders above, encoded', NOT_FOUND, '/api/logos/%2e%2e%2f%2e%2e%2fkeys%2fmain.key'),
  get('folders above, encoded twice', NOT_FOUND, '/api/logos/%252e%252e%252fkeys'),
  get('backslashes', NOT_FOUND, '/api/logos/..\\..\\keys'),
  get('NUL in a logo', NOT_FOUND, '/api/logos/a.png%00.svg'),
  get('NUL in an id', INVALID, '/api/form/submissions/%00'),
  get('NUL in a slug', INVALID, '/api/generated-link/get/slug/demo%00'),
  get('an id that is SQL', NOT_FOUND, "/api/documents/document/'%20OR%20'1'='1"),
  get('an id of 1,000 letters', INVALID, `/api/company/get/${'x'.repeat(900)}`),
  get('an id above all', INVALID, `/api/company/get/${'x'.repeat(5000)}`),
  get('an encoding that breaks off', INVALID, '/api/company/get/%E0%A4%A'),
  get('a half character', INVALID, '/api/company/get/%ED%A0%80'),
  get('__proto__ for an id', NOT_FOUND, '/api/company/get/__proto__'),
  get('a download that is none', INVALID, '/api/documents/document/x?download=yes'),
  get('an original twice', INVALID, '/api/form/pdf/x?original=1&original=1'),
  get('tRPC of constructor', NOT_FOUND, '/api/trpc/constructor'),
  get('tRPC of __proto__', NOT_FOUND, '/api/trpc/__proto__.toString'),
  user('no token', 'X-A: b'),
  user('a token of 20 KB', `Authorization: Bearer ${'a'.repeat(10_000)}`),
  user('a token that is SQL', "Authorization: Bearer '--"),
  user('two tokens', 'Authorization: Bearer a b'),
  user('a token in a cookie', 'Cookie: token=x'),
  {
    name: 'sign-in: a token in the address',
    ...SIGNED_OUT,
    send: ({ url, token }) => request(`${url}/api/user/me?token=${token}`),
  },
  {
    name: 'sign-in: a wrong password under another spelling of the path',
    ...NOT_FOUND,
    send: ({ url }) => sendJson(`${url}/api/Auth/LOGIN`, '{"email":"a@x.example","password":"x"}'),
  },
  {
    name: 'sign-in: a password of 1,000 letters',
    ...INVALID,
    send: ({ url }) =>
      sendJson(`${url}/api/auth/login`, JSON.stringify({ email: 'a@x.example', password: 'x'.repeat(1000) })),
  },
  {
    name: 'sign-in: SQL for an address',
    ...SIGNED_OUT,
    send: ({ url }) => sendJson(`${url}/api/auth/login`, '{"email":"\' OR 1=1 --","password":"x"}'),
  },
  {
    name: 'sign-in: a reset by a token that is none',
    ...INVALID,
    send: ({ url }) =>
      sendJson(`${url}/api/auth/reset-password`, '{"token":"../../x","password":"long-enough-1"}'),
  },
  {
    name: 'sign-in: a ticket that is none',
    ...SIGNED_OUT,
    send: ({ url }) => sendJson(`${url}/api/auth/verify`, '{"ticket":"x.y.z","code":"000000"}'),
  },
  {
    name: 'request: a user that makes itself an admin',
    ...INVALID,
    send: (target) =>
      sendJson(
        `${target.url}/api/user/create`,
        '{"name":"a","email":"a@x.example","password":"long-enough-1","isAdmin":true}',
        {
          headers: bearer(target),
        },
      ),
  },
]
