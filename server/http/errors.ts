import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { LocalizedText } from '#domain/messages/localized-text'
import { serverMessages } from '#domain/messages/server'
import { AppError, errorBody, type ErrorBody, type ErrorCode } from '../errors.ts'
import { ScanError } from '../platform/files/clamd.ts'
import { publicError, toKnownError } from '../trpc/public-error.ts'
import { discardRest } from './bodies.ts'
import { requestLanguage } from './context.ts'
import { isProbe, nameError } from './log.ts'
import { notFoundPage, sendPage } from './pages.ts'

const BY_STATUS: ReadonlyMap<number, ErrorCode> = new Map([
  [404, 'not_found'],
  [413, 'too_large'],
  [415, 'unsupported_type'],
])

export function toAppError(error: unknown, requestId: string): AppError {
  return fromFastify(error) ?? publicError(error, requestId)
}

function fromFastify(error: unknown): AppError | null {
  if (!(error instanceof Error) || error instanceof AppError) return null
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const known = BY_STATUS.get(status)
  if (known) return new AppError(known, undefined, { cause: error })
  if (status < 400 || status >= 500) return null
  const isJson = error instanceof SyntaxError || code === 'FST_ERR_CTP_INVALID_JSON_BODY'
  const sentence: LocalizedText = isJson ? serverMessages.invalidJson : ({ badRequest }) => badRequest
  return new AppError('invalid_input', sentence, { cause: error })
}

export const sendError = (thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendErrorAs((body) => body, thrown, request, reply)

export function sendErrorAs(
  toBody: (body: ErrorBody, error: AppError) => object,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const error = toAppError(thrown, request.id)
  if (!isProbe(request) || error.code === 'internal') logFault(request.log, error)
  if (error.code === 'too_large') discardRest(request, reply)
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
  const body = toBody(errorBody(error, requestLanguage(request)), error)
  return reply.code(error.status).type('application/json; charset=utf-8').send(body)
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = readPath(request.url)
  if (path.startsWith('/') && path !== '/api' && !path.startsWith('/api/'))
    return sendPage(reply.code(404), notFoundPage)
  const { method, originalUrl, server } = request
  const allowed = server.allowedMethods(path)
  if (allowed.length === 0 || allowed.includes(method)) {
    const sentence = serverMessages.noSuchCall(method, readPath(originalUrl))
    return sendError(new AppError('not_found', sentence), request, reply)
  }
  reply.header('allow', allowed.join(', '))
  const sentence = serverMessages.wrongMethod(method, allowed)
  return sendError(new AppError('method_not_allowed', sentence), request, reply)
}

export function logFault(log: FastifyBaseLogger, error: AppError): void {
  const err = error.cause ?? error
  const isOutage = error.status === 503 && (toKnownError(err) !== null || err instanceof ScanError)
  if (isOutage) log.warn({ code: error.code, reason: nameError(err) }, 'request refused')
  else if (error.status >= 500) log.error({ err }, 'request failed')
}

const readPath = (url: string): string => (url.split('?', 1)[0] ?? '').slice(0, 200)
