import { randomBytes } from 'node:crypto'
import type { Poison } from './broken-rows.ts'

/** What each of the broken companies holds, by name. */
export const POISONS = [
  [
    'constructor',
    { text: 'constructor', json: ['constructor'], bytes: Buffer.alloc(0), integer: 2147483647 },
  ],
  [
    'the settings that overwrote built-ins',
    {
      text: '{"constructor":{"entries":true,"keys":true,"fromEntries":true},"__proto__":{"toString":true}}',
      json: { constructor: { name: 1 }, before: { toString: 1 }, after: { valueOf: [] }, submission: {} },
      bytes: randomBytes(64),
      integer: -1,
    },
  ],
  [
    'nesting without end',
    {
      text: '['.repeat(10_000) + ']'.repeat(10_000),
      json: 'x'.repeat(100_000),
      bytes: randomBytes(20_000),
      integer: 0,
    },
  ],
  [
    'what headers, pages, sheets and mails take for their own',
    {
      text: '\u0001\r\nSet-Cookie: a=b\r\n\r\n=1+1,"\u202e\u2028</title><script>alert(1)</script>$&\'',
      json: 1e300,
      bytes: Buffer.from('%PDF-1.4'),
      integer: 1,
    },
  ],
] satisfies [name: string, Poison][]

export const PROTO: Poison = { text: '__proto__', json: null, bytes: Buffer.from([1]), integer: -2147483648 }
