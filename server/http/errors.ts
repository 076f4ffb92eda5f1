import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { LocalizedText } from '#domain/messages/localized-text'
import { serverMessages } from '#domain/messages/server'
import { AppError, errorBody, type ErrorBody, type ErrorCode } from '../errors.ts'
import { ScanError } from '../platform/files/clamd.ts'
import { publicError, toKnownError } from '../trpc/public-error.ts'
import { discardRest } from './bodies.ts'
import { requestLanguage } from './context.ts'
import { isProbe, nameError } from './log.ts'
import { isNoun } from './nouns.ts'
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

export function sendError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.url.startsWith('/api/') && prefersProblem(request.headers.accept))
    return sendErrorAs((body) => toProblem(body, request.id, reply), thrown, request, reply, PROBLEM)
  const bare = ({ status: _status, error: message, ...body }: ErrorBody) => ({ message, ...body })
  return sendErrorAs(isNoun(request.url) ? bare : (body) => body, thrown, request, reply)
}

const PROBLEM = 'application/problem+json'

/** RFC 9457. The guide explains the codes. */
function toProblem({ status: _status, error: detail, ...body }: ErrorBody, id: string, reply: FastifyReply) {
  const title = body.code.charAt(0).toUpperCase() + body.code.slice(1).replaceAll('_', ' ')
  const type = `/api/docs/guide/errors#${body.code}`
  return { type, title, status: reply.statusCode, detail, instance: `urn:uuid:${id}`, ...body }
}

/** RFC 9110, 12.5.1: whether it is named, and liked at least as well as plain JSON. */
function prefersProblem(accept = ''): boolean {
  const ranges = accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    const q = parameters.find((each) => each.startsWith('q='))?.slice(2)
    return [type, q === undefined ? 1 : Number(q) || 0] as const
  })
  const qualities = new Map(ranges)
  const [wanted = 0, json] = [qualities.get(PROBLEM), qualities.get('application/json')]
  return wanted > 0 && wanted >= (json ?? qualities.get('application/*') ?? qualities.get('*/*') ?? 0)
}

export function sendErrorAs(
  toBody: (body: ErrorBody, error: AppError) => object,
  thrown: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  type = 'application/json',
): FastifyReply {
  const error = toAppError(thrown, request.id)
  if (!isProbe(request) || error.code === 'internal') logFault(request.log, error)
  if (error.code === 'too_large') discardRest(request, reply)
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter))
  reply.code(error.status).type(`${type}; charset=utf-8`)
  return reply.send(toBody(errorBody(error, requestLanguage(request)), error))
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
