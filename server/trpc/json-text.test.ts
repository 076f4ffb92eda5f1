import { describe, expect, it } from 'vitest'
import { DEFAULT_LANGUAGE } from '#domain/language'
import { applicantMessages } from '#domain/messages/applicant'
import { sentenceIn } from '#domain/messages/localized-text'
import { serverMessages } from '#domain/messages/server'
import { jsonTextProblem } from './json-text.ts'

const problem = (text: string) => {
  const sentence = jsonTextProblem(text)
  return sentence && sentenceIn(DEFAULT_LANGUAGE, sentence)
}
const twice = serverMessages.duplicateKey

describe('a JSON text', () => {
  it.each([
    ['{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}', null],
    ['{"a":"a","b":"\\"a\\":","c":["a","a"]}', null],
    ['{"a" : "{", "b":"[", "\\\\":1, "\\\\\\\\":2}', null],
    ['{"a":1,"a":2}', twice('a')],
    ['{"a":1,"\\u0061"\n :2}', twice('a')],
    ['[{"x":{"b":1,"c":[],"b":2}}]', twice('b')],
    ['{"":1,"":2}', twice('')],
    ['{"x":{"__proto__":{}}}', applicantMessages.unknownKey('__proto__')],
    ['{"\\u005f_proto__":1}', applicantMessages.unknownKey('__proto__')],
    ['"__proto__"', null],
    [`${'['.repeat(20)}${']'.repeat(20)}`, null],
    [`${'['.repeat(21)}${']'.repeat(21)}`, serverMessages.tooDeep],
    ['{"a":'.repeat(100_000), serverMessages.tooDeep],
    [`[${'0,'.repeat(2000)}0]`, null],
    [`[${'0,'.repeat(2001)}0]`, serverMessages.tooManyEntries],
    [`["${','.repeat(5000)}"]`, null],
    // None at all, which the parser tells.
    ['{"a', null],
    ['{"a\\', null],
    ['{"\\u00":1}', null],
    [']]]{"a":1', null],
  ])('%.60s', (text, expected) => {
    expect(problem(text)).toBe(expected)
  })

  it('is looked at once, however many quotes and backslashes it holds', () => {
    const odd = `{"a":"${'\\\\\\"'.repeat(300_000)}","a":1}`
    expect(problem(odd)).toBe(twice('a'))
  })
})
