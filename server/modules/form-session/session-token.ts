import { serverMessages } from '#domain/messages/server'
import { AppError } from '../../errors.ts'

/**
 * A form session's token travels in the body or in the `x-form-session` header (decisions section 2); null where
 * neither has one.
 *
 * @throws AppError invalid_input when the two name different sessions
 */
export function sessionToken(inBody: string | undefined, inHeader: string | null): string | null {
  if (inBody && inHeader && inBody !== inHeader) {
    throw new AppError('invalid_input', serverMessages.form.twoSessions)
  }
  return inBody || inHeader
}
