import { expect, it } from 'vitest'
import { parseOrigin } from './origin.ts'

it.each([
  ['https://broker.example', 'https://broker.example'],
  ['https://Broker.Example/', 'https://broker.example'],
  [' http://localhost:3000 ', 'http://localhost:3000'],
  ['https://broker.example:443', 'https://broker.example'],
  ['http://broker.example:443', 'http://broker.example:443'],
  ['http://127.0.0.1:08080', 'http://127.0.0.1:8080'],
  ['https://xn--e1afmkfd.example', 'https://xn--e1afmkfd.example'],
])('%s is the origin %s', (text, origin) => {
  expect(parseOrigin(text)).toBe(origin)
})

it.each([
  '',
  '*',
  'broker.example',
  'https://*.broker.example',
  'https://broker.example/page',
  'https://broker.example?x',
  'https://user@broker.example',
  'https://broker.example; script-src *',
  'https://broker.example https://other.example',
  'https://broker.example\nhttps://other.example',
  'https://-broker.example',
  'https://broker..example',
  'https://broker.example:0',
  'https://broker.example:70000',
  'https://пример.example',
  'http://[::1]:3000',
  'javascript://broker.example',
  'null',
  `https://${'a'.repeat(300)}.example`,
  `https://${'a-'.repeat(120)}`,
])('%j is none', (text) => {
  expect(parseOrigin(text)).toBeNull()
})
