import { z } from 'zod'
import { DEFAULT_LANGUAGE } from '#domain/language'
import { sentenceIn, type LocalizedText } from '#domain/messages/localized-text'
import { serverMessages } from '#domain/messages/server'

const words = serverMessages.invalid

function wording(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? words.required : typeSentence(issue.expected)
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1 ? words.required : words.tooShort(Number(issue.minimum))
      if (issue.origin === 'array') return words.tooFew(Number(issue.minimum))
      return words.tooSmall(Number(issue.minimum))
    case 'too_big':
      if (issue.origin === 'string') return words.tooLong(Number(issue.maximum))
      return issue.origin === 'array'
        ? words.tooMany(Number(issue.maximum))
        : words.tooBig(Number(issue.maximum))
    case 'invalid_value':
      return issue.values.length === 1
        ? words.exactly(String(issue.values[0]))
        : words.oneOf(issue.values.map(String))
    case 'invalid_union':
      return unionSentence(issue)
    case 'invalid_key':
      return nameSentence(issue)
    default:
      return words.unusable
  }
}

type RawUnion = z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>

/** Where a field takes values of several types, the problem of the type that was sent. */
function unionSentence({ errors, options }: RawUnion): string {
  if (Array.isArray(options)) return words.oneOf(options.map(String))
  const literals = errors.flatMap(([first]) => (first?.code === 'invalid_value' ? [first.values] : []))
  if (literals.length === errors.length) return words.oneOf(literals.flat().map(String))
  const ofType = errors.find(([first]) => first?.path.length === 0 && first.code !== 'invalid_type')
  return ofType?.[0]?.message ?? words.unusable
}

function nameSentence({ issues: [first] }: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidKey>): string {
  if (first?.code === 'too_small') return words.nameless
  // Refinements have whole sentences.
  return first?.code === 'custom' ? first.message : words.name(first?.message ?? words.unusable)
}

function typeSentence(expected: string): string {
  if (expected === 'int') return words.wholeNumber
  return words.type(expected === 'tuple' ? 'array' : expected === 'record' ? 'object' : expected)
}

z.config({ customError: wording })

const sentences = new Map<string, LocalizedText>()

/** Zod messages are texts, so a translated sentence is registered under its English one. */
export function schemaSentence(sentence: LocalizedText): string {
  const text = sentenceIn(DEFAULT_LANGUAGE, sentence)
  sentences.set(text, sentence)
  return text
}

export const findSentence = (message: string): LocalizedText | undefined => sentences.get(message)
