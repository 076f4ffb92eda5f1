import { TRPCError } from '@trpc/server'
import { ZodError, type z } from 'zod'
import type { LocalizedText } from '#domain/messages/localized-text'
import { serverMessages } from '#domain/messages/server'
import { SealError } from '../platform/crypto/seal.ts'
import { toDatabaseError } from '../platform/database/database-error.ts'
import { AppError } from '../errors.ts'
import { toStorageError } from '../platform/files/storage.ts'
import { findSentence } from './wording.ts'

export function publicError(error: unknown, requestId: string): AppError {
  const cause = error instanceof TRPCError ? (error.cause ?? error) : error
  const known = toKnownError(cause)
  if (known) return known
  if (cause instanceof ZodError) return fromZod(cause)
  const ofTrpc = error instanceof TRPCError ? fromTrpc(error) : null
  if (ofTrpc) return ofTrpc
  return new AppError('internal', ({ internal }) => internal(requestId), { cause })
}

export const toKnownError = (cause: unknown): AppError | null =>
  cause instanceof AppError ? cause : (toDatabaseError(cause) ?? toStorageError(cause) ?? toDamaged(cause))

const toDamaged = (cause: unknown): AppError | null =>
  cause instanceof SealError ? new AppError('damaged_file', serverMessages.storedFile.noKey, { cause }) : null

export const isUnavailable = (cause: unknown): boolean => toKnownError(cause)?.code === 'unavailable'

function fromTrpc(error: TRPCError): AppError | null {
  switch (error.code) {
    case 'NOT_FOUND':
    case 'METHOD_NOT_SUPPORTED':
      return new AppError('not_found', serverMessages.noSuchProcedure)
    case 'PARSE_ERROR':
      return new AppError('invalid_input', serverMessages.invalidJson)
    case 'BAD_REQUEST':
      return new AppError(
        'invalid_input',
        error.cause instanceof SyntaxError ? serverMessages.invalidJson : ({ badRequest }) => badRequest,
      )
    case 'PAYLOAD_TOO_LARGE':
      return new AppError('too_large')
    case 'UNSUPPORTED_MEDIA_TYPE':
      return new AppError('unsupported_type')
    default:
      return null
  }
}

function fromZod(error: ZodError): AppError {
  // A Map, as a field may be called __proto__.
  const fields = new Map<string, LocalizedText>()
  for (const [field, sentence] of error.issues.flatMap(explain)) {
    if (!fields.has(field)) fields.set(field, sentence)
  }
  const [first] = fields.values()
  return new AppError('invalid_input', first, { fields: Object.fromEntries(fields), cause: error })
}

function explain(issue: z.core.$ZodIssue): [field: string, sentence: LocalizedText][] {
  // The name of an entry may be empty or long.
  const path = (issue.code === 'invalid_key' ? issue.path.slice(0, -1) : issue.path).join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [
      [path, key].filter(Boolean).join('.'),
      ({ unknownKey }) => unknownKey(key),
    ])
  }
  const field = path || 'input'
  const sentence = findSentence(issue.message)
  if (sentence) return [[field, sentence]]
  // Messages with a capital are whole sentences; others follow the field's name.
  const text = /^\p{Lu}/u.test(issue.message) ? issue.message : `${field} ${issue.message}.`
  // Schema messages are English, for developers; applicants only learn the field.
  return [[field, ({ invalidField, pack }) => (pack.language === 'en' ? text : invalidField(field))]]
}
