import { serverMessages } from '#domain/messages/server'
import { AppError } from '../errors.ts'

/** @throws AppError invalid_input when body and header name different sessions */
export function sessionToken(inBody: string | undefined, inHeader: string | null): string | null {
  if (inBody && inHeader && inBody !== inHeader) {
    throw new AppError('invalid_input', serverMessages.form.twoSessions)
  }
  return inBody || inHeader
}
