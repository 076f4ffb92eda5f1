import type { Input } from '#domain/catalogue/define'
import { problemText } from '#domain/catalogue/problem-texts'
import type { FormMessages } from '#domain/messages/form'
import type { FieldProblem } from './application/given-answers.ts'
import { ApiError } from './calls/api-error.ts'

export function problemWords(
  words: FormMessages,
  input: Input,
  problem: FieldProblem | undefined,
): string | undefined {
  return typeof problem === 'string' ? problemText(words, input, problem) : problem?.said
}

/** Why answers, a signature or a wish did not arrive: in the server's words, where it has any. */
export const sendFailure = (cause: unknown, { errors }: FormMessages): string =>
  cause instanceof ApiError && cause.code === 'network'
    ? errors.noConnection
    : (cause instanceof ApiError && cause.message) || errors.submitLater
