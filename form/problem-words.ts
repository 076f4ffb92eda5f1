import type { Input } from '#domain/catalogue/define'
import { problemText } from '#domain/catalogue/validate'
import type { FormMessages } from '#domain/messages/form'
import type { FieldProblem } from './application/application-state.ts'

/** What stands beside a field; undefined where nothing is wrong. A server's sentence comes in the form's language. */
export function problemWords(
  words: FormMessages,
  input: Input,
  problem: FieldProblem | undefined,
): string | undefined {
  return typeof problem === 'string' ? problemText(words, input, problem) : problem?.said
}
