import fc from 'fast-check'

/** What breaks programs: texts, JSON, names, and what is put into addresses, headers and bodies as it is. */

const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfff\ud800',
  '\ufeff\u202e\u200b',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A',
  '👩‍👩‍👧‍👦'.repeat(30),
  'ﷺ'.repeat(70),
  'İıſK',
  "' OR 1=1 --",
  '"; DROP TABLE "User"; --',
  '%_\\',
  '\\',
  '$1 $& ${7*7} {{7*7}} {companyName}',
  '%s%n%x',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  'a\r\nx-injected: 1',
  '=cmd|calc',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'NaN',
  'true',
  '-1',
  '9'.repeat(40),
  '1e999',
  '0000-00-00T00:00:00Z',
  '+275760-09-13T00:00:00.001Z',
  '-271821-04-20',
  '2026-02-30',
  'x'.repeat(201),
  'x'.repeat(5001),
  'x'.repeat(66_000),
  '00000000-0000-0000-0000-000000000000',
  '[0,9]',
  '{"q":"a"}',
]

/** Texts that nobody types. */
export const hostileText = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...TEXTS) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    {
      weight: 1,
      arbitrary: fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map(String.fromCharCode) }),
    },
  )

const JSON_TEXTS = [
  'null',
  'true',
  'false',
  '0',
  '-0',
  '-1',
  '1.5',
  '1e999',
  '-1e999',
  '1e-999',
  '9007199254740993',
  '123456789012345678901234567890',
  '[]',
  '{}',
  '[null]',
  '[[]]',
  '{"":""}',
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"toString":null,"valueOf":1}',
  '{"length":-1}',
  `${'['.repeat(40)}${']'.repeat(40)}`,
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  `[${'0,'.repeat(3000)}0]`,
  '{"equals":"a"}',
  '{"not":null}',
  '{"$ne":null}',
]

/** JSON of another kind than anybody asked for. */
export const hostileJson = (): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...JSON_TEXTS) },
    { weight: 3, arbitrary: hostileText().map((text) => JSON.stringify(text)) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
  )

/** Names that no call declares. */
export const hostileKey = (): fc.Arbitrary<string> =>
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'isAdmin',
    'companyId',
    'userType',
    'passwordHash',
    'id',
    'where',
    'select',
    'include',
    'data',
    '',
    '0',
    'a[b]',
    'x\u0000',
    '\ud800',
    'nmae',
  )

/** What is put into an address as it is, without being encoded first. */
export const RAW_QUERY = [
  '%',
  '%zz',
  '%00',
  '%c0%af',
  '%ed%a0%80',
  '%E0%A4%A',
  '&&&===',
  'a[]=1&a[b]=2',
  '__proto__[isAdmin]=1',
  'constructor.prototype.x=1',
  '?',
  ';',
  '+',
]

export const RAW_PATH = ['%', '%zz', '%00', '%c0%af', '%ed%a0%80', '..', '.', '%2e%2e%2f', '%2F', ';a=b', '*']

/** Bodies that are no JSON, or none that anybody means. */
export const BROKEN_BODIES: readonly Buffer[] = [
  ...[
    '{',
    '{"a":',
    '{"a":1,}',
    "{'a':1}",
    '[',
    '[]',
    '"x"',
    '1',
    'true',
    'null',
    ' ',
    '\u0000',
    '{"a":NaN}',
    '{"a":1}{"b":2}',
    '\ufeff{}',
    'email=a&password=b',
    '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    `{"a":"${'x'.repeat(70_000)}"}`,
  ].map((text) => Buffer.from(text)),
  Buffer.from('7b226e616d65223a22ff22', 'hex'),
  Buffer.from('7b226e616d65223a22c0af22', 'hex'),
  Buffer.from('7b226e616d65223a22eda080227d', 'hex'),
  Buffer.from('1f8b0800000000000003', 'hex'),
]

export const CONTENT_TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/json; charset=utf-16',
  'application/json; charset=utf-8; charset=latin1',
  'APPLICATION/JSON',
  'application/json-patch+json',
  'application/trpc+json',
  'application/octet-stream',
  'rubbish',
  '/',
  ';',
]

/** Headers beside what a call needs. */
export const HEADERS: readonly (readonly [string, string])[] = [
  ['accept', 'image/png'],
  ['accept', '*/*;q=0'],
  ['accept-encoding', 'gzip, br, zstd'],
  ['accept-language', '*-*, xx;q=nonsense'],
  ['content-encoding', 'gzip'],
  ['cookie', 'token=abc; __proto__=1'],
  ['expect', '200-ok'],
  ['forwarded', 'for=evil'],
  ['host', 'evil.example'],
  ['if-modified-since', 'nonsense'],
  ['if-none-match', '*'],
  ['origin', 'null'],
  ['origin', 'https://evil.example'],
  ['range', 'bytes=5-1'],
  ['range', 'bytes=0-0,1-1'],
  ['referer', 'https://evil.example'],
  ['te', 'trailers'],
  ['upgrade', 'websocket'],
  ['user-agent', 'x'.repeat(5000)],
  ['user-agent', '\u00ff\u00e9\u0080'],
  ['x-form-language', 'xx'],
  ['x-form-language', 'ru'],
  ['x-form-session', 'garbage'],
  ['x-form-session', '\u00ff'],
  ['x-forwarded-for', "127.0.0.1, ' OR 1=1"],
  ['x-forwarded-host', 'evil.example'],
  ['x-http-method-override', 'DELETE'],
  ['x-original-url', '/api/audit/get'],
  ['x-request-id', '../../etc/passwd'],
]
