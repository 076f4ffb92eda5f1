import { z } from 'zod'
import { serverMessages } from '#domain/messages/server'

const words = serverMessages.invalid

/** What a failed check says, so that no answer carries a library's own words (decisions section 3). */
function wording(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? words.required : words.type(issue.expected)
    case 'too_small':
      if (issue.origin === 'string')
        return issue.minimum === 1 ? words.required : words.tooShort(Number(issue.minimum))
      return words.tooSmall(Number(issue.minimum))
    case 'too_big':
      if (issue.origin === 'string') return words.tooLong(Number(issue.maximum))
      return issue.origin === 'array'
        ? words.tooMany(Number(issue.maximum))
        : words.tooBig(Number(issue.maximum))
    case 'invalid_value':
      return words.oneOf(issue.values.map(String))
    default:
      return words.unusable
  }
}

z.config({ customError: wording })
