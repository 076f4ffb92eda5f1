import { TRPCError } from '@trpc/server'
import { ZodError, type z } from 'zod'
import { serverMessages } from '#domain/messages/server'
import { AppError } from '../errors.ts'

/**
 * What a caller may know of anything thrown: an AppError as it is, a failed schema as `invalid_input` with its fields,
 * everything else as `internal` with the request's id (security.md 21).
 */
export function publicError(error: unknown, requestId: string): AppError {
  const cause = error instanceof TRPCError ? (error.cause ?? error) : error
  if (cause instanceof AppError) return cause
  if (cause instanceof ZodError) return fromZod(cause)
  if (error instanceof TRPCError && error.code === 'NOT_FOUND') return new AppError('not_found')
  if (error instanceof TRPCError && error.code === 'METHOD_NOT_SUPPORTED') return new AppError('not_found')
  if (error instanceof TRPCError && error.code === 'PARSE_ERROR') {
    return new AppError('invalid_input', serverMessages.invalidJson)
  }
  if (error instanceof TRPCError && error.code === 'PAYLOAD_TOO_LARGE') return new AppError('too_large')
  if (error instanceof TRPCError && error.code === 'UNSUPPORTED_MEDIA_TYPE') {
    return new AppError('unsupported_type')
  }
  return new AppError('internal', serverMessages.internal(requestId), { cause })
}

function fromZod(error: ZodError): AppError {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) {
    for (const [field, message] of explain(issue)) fields[field] ??= message
  }
  const [first] = Object.values(fields)
  return new AppError('invalid_input', first, { fields, cause: error })
}

function explain(issue: z.core.$ZodIssue): [field: string, message: string][] {
  const path = issue.path.join('.')
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => [[path, key].filter(Boolean).join('.'), serverMessages.unknownKey(key)])
  }
  const field = path || 'input'
  return [[field, issue.code === 'custom' ? issue.message : `${field}: ${issue.message}`]]
}
