import type { Input } from '#domain/catalogue/define'
import { problemText } from '#domain/catalogue/problem-texts'
import type { FormMessages } from '#domain/messages/form'
import type { FieldProblem } from './application/given-answers.ts'

export function problemWords(
  words: FormMessages,
  input: Input,
  problem: FieldProblem | undefined,
): string | undefined {
  return typeof problem === 'string' ? problemText(words, input, problem) : problem?.said
}
