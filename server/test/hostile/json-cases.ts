import { bearer, request, sendJson, type HostileCase, type Target } from './hostile-case.ts'

type Send = (target: Target) => ReturnType<HostileCase['send']>
const bad = (name: string, send: Send): HostileCase => ({ name, send, status: 400, code: 'invalid_input' })

const login = (name: string, body: string): HostileCase =>
  bad(`JSON: ${name}`, ({ url }) => sendJson(`${url}/api/auth/login`, body))
const overTrpc = (name: string, body: string): HostileCase =>
  bad(`tRPC: ${name}`, ({ url }) => sendJson(`${url}/api/trpc/auth.login`, body))
const create = (name: string, company: string): HostileCase =>
  bad(`JSON: ${name}`, (target) =>
    sendJson(`${target.url}/api/company/create`, company, { headers: bearer(target) }),
  )
const list = (name: string, query: string): HostileCase =>
  bad(`query: ${name}`, (target) =>
    request(`${target.url}/api/company/get?${query}`, { headers: bearer(target) }),
  )
const json = (value: unknown) => encodeURIComponent(JSON.stringify(value))

/** Properties that every object inherits. `__proto__` is written out, as no object literal has it for a key. */
const INHERITED = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__']
const inherited = INHERITED.flatMap((name) => {
  const key = JSON.stringify(name)
  const settings = (text: string) => JSON.stringify({ nameIn: 'a', nameOut: 'a', appEditorSettings: text })
  const query = (parameter: string, text: string) => `${parameter}=${encodeURIComponent(text)}`
  return [
    create(`the settings section ${name}`, settings(`{${key}:{"entries":true,"keys":true}}`)),
    create(`the settings toggle ${name}`, settings(`{"businessInfo":{${key}:true}}`)),
    create(`the partner's settings toggle ${name}`, settings(`{"partners":{"partner1":{${key}:true}}}`)),
    create(`a company's ${name}`, `{"nameIn":"a","nameOut":"a",${key}:{"a":true}}`),
    list(`a filter by ${name}`, query('filter', `{${key}:"a"}`)),
    list(`a search in the column ${name}`, query('filter', `{"q":"a","columns":[${key}]}`)),
    list(`sorted by ${name}`, query('sort', `[${key},"ASC"]`)),
    list(`in the order ${name}`, query('sort', `["nameIn",${key}]`)),
    list(`a range of ${name}`, query('range', `{${key}:[0,9]}`)),
    list(`the parameter ${name}`, `${name}=1`),
  ]
})

/** What JSON can carry that nobody asked for. */
export const JSON_CASES: HostileCase[] = [
  login('no JSON', '{"email":'),
  login('an array', '[]'),
  login('a number', '1e999'),
  login('a key given twice', '{"email":"a@x.example","email":"b@x.example","password":"x"}'),
  login('a key given twice, once escaped', '{"email":"a@x.example","\\u0065mail":"b","password":"x"}'),
  login('__proto__', '{"email":"a@x.example","password":"x","__proto__":{"isAdmin":true}}'),
  login('__proto__, escaped', '{"email":"a@x.example","password":"x","\\u005f_proto__":{"a":1}}'),
  login('constructor', '{"email":"a@x.example","password":"x","constructor":{"name":"x"}}'),
  login('constructor.prototype', '{"constructor":{"prototype":{"isAdmin":true}}}'),
  login('1,800 arrays in one another', `${'['.repeat(1800)}${']'.repeat(1800)}`),
  login('NUL', '{"email":"a\\u0000@x.example","password":"x"}'),
  login('half of a character', '{"email":"\\ud83d@x.example","password":"x"}'),
  login('a byte order mark within', '{\ufeff"email":"a","password":"x"}'),
  login('false for a text', '{"email":false,"password":"x"}'),
  login('an object for a text', '{"email":{"$ne":null},"password":{"$gt":""}}'),
  login('an array for a text', '{"email":["a@x.example"],"password":["x"]}'),
  login('a comment', '{"email":"a","password":"x"} // admin'),
  overTrpc('a key given twice', '{"email":"a@x.example","email":"b@x.example","password":"x"}'),
  overTrpc('__proto__', '{"email":"a@x.example","password":"x","__proto__":{"isAdmin":true}}'),
  overTrpc('1,800 objects in one another', '{"a":'.repeat(700)),
  bad('tRPC: a key given twice in a query', ({ url }) =>
    request(`${url}/api/trpc/link.getBySlug?input=${encodeURIComponent('{"slug":"demo","slug":"x"}')}`),
  ),
  bad('tRPC: two inputs, the first with a key given twice', ({ url }) =>
    request(
      `${url}/api/trpc/link.getBySlug?input=${encodeURIComponent('{"slug":"demo","slug":"demo"}')}&input={}`,
    ),
  ),
  bad('tRPC: eleven calls at once', ({ url }) =>
    request(`${url}/api/trpc/${Array(11).fill('user.me').join(',')}?batch=1&input={}`),
  ),
  {
    name: 'tRPC: a batched sign-in above its limit',
    send: ({ url }) =>
      sendJson(
        `${url}/api/trpc/auth.login,auth.login?batch=1`,
        JSON.stringify({ 0: { email: 'a', password: 'x'.repeat(5000) }, 1: {} }),
      ),
    status: 413,
    code: 'too_large',
  },
  ...['constructor', 'toString', '__proto__'].map((name): HostileCase => ({
    name: `tRPC: a sign-in above its limit, batched with ${name}`,
    send: ({ url }) =>
      sendJson(
        `${url}/api/trpc/auth.login,${name}?batch=1`,
        JSON.stringify({ 0: { email: 'a', password: 'x'.repeat(5000) }, 1: {} }),
      ),
    status: 413,
    code: 'too_large',
  })),
  {
    name: 'JSON: a sign-in above 4 KB',
    send: ({ url }) => sendJson(`${url}/api/auth/login`, JSON.stringify({ email: 'a'.repeat(5000) })),
    status: 413,
    code: 'too_large',
  },
  {
    name: 'JSON: 1.6 MB of nesting for an application',
    send: ({ url }) => sendJson(`${url}/api/form/submit`, '{"a":'.repeat(320_000)),
    status: 413,
    code: 'too_large',
  },
  bad('JSON: 1.4 MB of nesting for an application', ({ url }) =>
    sendJson(`${url}/api/form/submit`, '{"a":'.repeat(280_000)),
  ),
  bad('JSON: 100,000 keys', ({ url }) =>
    sendJson(
      `${url}/api/form/submit`,
      `{${Array.from({ length: 100_000 }, (_none, at) => `"k${at}":0`).join(',')}}`,
    ),
  ),
  bad('JSON: 700,000 entries', ({ url }) =>
    sendJson(`${url}/api/form/submit`, `{"kept":[${'0,'.repeat(700_000)}0]}`),
  ),
  bad('JSON: a query beside the body', ({ url }) =>
    sendJson(`${url}/api/auth/login?verbose=1`, '{"email":"a@x.example","password":"x"}'),
  ),
  bad('JSON: a body beside the query', (target) =>
    sendJson(`${target.url}/api/company/delete/x`, '{"force":true}', {
      method: 'DELETE',
      headers: bearer(target),
    }),
  ),
  create('a false of text', '{"nameIn":"a","nameOut":"a","requireOtp":"false"}'),
  create('null for a name', '{"nameIn":null,"nameOut":"a"}'),
  create('isAdmin', '{"nameIn":"a","nameOut":"a","isAdmin":true}'),
  create('CR LF in an address', '{"nameIn":"a","nameOut":"a","email":"a@x.example\\r\\nBcc: b@x.example"}'),
  create(
    'CR LF in the addresses to notify',
    '{"nameIn":"a","nameOut":"a","notifyEmails":"a@x.example\\r\\nBcc: b@x.example"}',
  ),
  create('a line break in a name', '{"nameIn":"a\\r\\nSubject: x","nameOut":"a\\nb"}'),
  create(
    'eleven addresses to notify',
    JSON.stringify({
      nameIn: 'a',
      nameOut: 'a',
      notifyEmails: Array.from({ length: 11 }, (_none, at) => `a${at}@x.example`).join(','),
    }),
  ),
  create('a logo elsewhere', '{"nameIn":"a","nameOut":"a","logoUrl":"http://169.254.169.254/latest"}'),
  create('a script for an origin', '{"nameIn":"a","nameOut":"a","allowedOrigins":["javascript:alert(1)"]}'),
  create(
    'a policy for an origin',
    '{"nameIn":"a","nameOut":"a","allowedOrigins":["https://a; script-src *"]}',
  ),
  create('settings that are none', '{"nameIn":"a","nameOut":"a","appEditorSettings":"[[[]]]"}'),
  list('a parameter twice', 'range=[0,9]&range=[0,99]'),
  list('a parameter nobody asked for', 'include=passwordHash'),
  list('SQL for a field', `sort=${json(['nameIn; DROP TABLE "User"', 'ASC'])}`),
  list('a million rows', `range=${json([0, 1_000_000])}`),
  list('numbers without end', 'range=[0,1e999]'),
  list('a key twice', `filter=${encodeURIComponent('{"q":"a","q":"b"}')}`),
  list('__proto__', `filter=${encodeURIComponent('{"__proto__":{"q":"a"}}')}`),
  list('NUL', `filter=${json({ q: 'a\0b' })}`),
  ...inherited,
  list('nesting', `filter=${encodeURIComponent('['.repeat(1000))}`),
]
