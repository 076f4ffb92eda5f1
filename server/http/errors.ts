import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { LocalizedText } from '#domain/messages/localized-text'
import { serverMessages } from '#domain/messages/server'
import { AppError, errorBody } from '../errors.ts'
import { publicError } from '../trpc/public-error.ts'
import { discardRest } from './discard-rest.ts'
import { notFoundPage, sendPage } from './pages.ts'
import { requestLanguage } from './request-language.ts'

export function toAppError(error: unknown, requestId: string): AppError {
  return fromFastify(error) ?? publicError(error, requestId)
}

function fromFastify(error: unknown): AppError | null {
  if (!(error instanceof Error) || error instanceof AppError) return null
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (status === 413) return new AppError('too_large', undefined, { cause: error })
  if (status === 415) return new AppError('unsupported_type', undefined, { cause: error })
  if (status === 404) return new AppError('not_found', undefined, { cause: error })
  if (status < 400 || status >= 500) return null
  const isJson = error instanceof SyntaxError || code === 'FST_ERR_CTP_INVALID_JSON_BODY'
  const sentence: LocalizedText = isJson ? serverMessages.invalidJson : ({ badRequest }) => badRequest
  return new AppError('invalid_input', sentence, { cause: error })
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toAppError(error, request.id)
  logFault(request.log, refusal, error)
  if (refusal.code === 'too_large') discardRest(request, reply)
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  const body = errorBody(refusal, requestLanguage(request))
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(body)
}

export function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = readPath(request.url)
  if (path.startsWith('/') && path !== '/api' && !path.startsWith('/api/'))
    return sendPage(reply.code(404), notFoundPage)
  return sendError(new AppError('not_found', serverMessages.noSuchCall(request.method, path)), request, reply)
}

export function logFault(log: FastifyBaseLogger, refusal: AppError, thrown: unknown): void {
  if (refusal.status >= 500) log.error({ err: refusal.cause ?? thrown }, 'request failed')
}

const readPath = (url: string): string => (url.split('?', 1)[0] ?? '').slice(0, 200)
