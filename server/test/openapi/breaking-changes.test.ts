import { describe, expect, it } from 'vitest'
import { breakingChanges } from './breaking-changes.ts'

const document = (input: object, answer: object, parameters: object[] = [], path = '/team/create') => ({
  paths: {
    [path]: {
      post: {
        parameters,
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { type: 'object', ...input } } },
        },
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Team' } } } },
        },
      },
    },
  },
  components: { schemas: { Team: { type: 'object', ...answer } } },
})
const text = { type: 'string' }
const INPUT = {
  properties: { name: { ...text, maxLength: 50 }, kind: { ...text, enum: ['a', 'b'] } },
  required: ['name'],
  additionalProperties: false,
}
const ANSWER = { properties: { id: text, name: text }, required: ['id', 'name'] }
const range = { in: 'query', name: 'range', schema: text }
const before = document(INPUT, ANSWER, [range])
const { name, kind } = INPUT.properties

describe('a change of the document that breaks clients', () => {
  it.each([
    ['no change', INPUT, ANSWER, [range], []],
    [
      'a new optional input',
      { ...INPUT, properties: { ...INPUT.properties, note: text } },
      ANSWER,
      [range],
      [],
    ],
    [
      'a longer text',
      { ...INPUT, properties: { kind, name: { ...text, maxLength: 90 } } },
      ANSWER,
      [range],
      [],
    ],
    ['a new field', INPUT, { ...ANSWER, properties: { ...ANSWER.properties, note: text } }, [range], []],
    [
      'a required input',
      { ...INPUT, required: ['name', 'kind'] },
      ANSWER,
      [range],
      ['body.kind is required'],
    ],
    ['an input that goes', { ...INPUT, properties: { name } }, ANSWER, [range], ['body.kind is gone']],
    [
      'a shorter text',
      { ...INPUT, properties: { kind, name: { ...text, maxLength: 9 } } },
      ANSWER,
      [range],
      ['body.name has a narrower maxLength'],
    ],
    [
      'a value that goes',
      { ...INPUT, properties: { name, kind: { ...text, enum: ['a'] } } },
      ANSWER,
      [range],
      ['body.kind no longer takes "b"'],
    ],
    [
      'another type',
      { ...INPUT, properties: { kind, name: { type: 'integer' } } },
      ANSWER,
      [range],
      ['body.name was string and is integer'],
    ],
    ['a field that goes', INPUT, { ...ANSWER, properties: { id: text } }, [range], ['answer.name is gone']],
    [
      'a field that may be missing',
      INPUT,
      { ...ANSWER, required: ['id'] },
      [range],
      ['answer.name may be missing'],
    ],
    [
      'a field that may be null',
      INPUT,
      { ...ANSWER, properties: { id: text, name: { type: ['string', 'null'] } } },
      [range],
      ['answer.name was string and is null'],
    ],
    ['a parameter that goes', INPUT, ANSWER, [], ['no longer takes query range']],
    ['a required parameter', INPUT, ANSWER, [{ ...range, required: true }], ['requires query range']],
  ])('%s', (_title, input, answer, parameters, expected) => {
    expect(breakingChanges(before, document(input, answer, parameters))).toEqual(
      expected.map((change) => `POST /team/create ${change}`),
    )
  })

  it('a call that goes', () => {
    const after = document(INPUT, ANSWER, [range], '/teams')
    expect(breakingChanges(before, after)).toEqual(['POST /team/create is gone'])
  })
})
