import type { AnyRouter } from '@trpc/server'
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { AppError, errorBody } from '../errors.ts'
import type { Services } from '../services.ts'
import { jsonTextProblem } from '../trpc/json-text.ts'
import { publicError } from '../trpc/public-error.ts'
import { BODY_LIMITS } from './body-limits.ts'
import { requestContext } from './context.ts'
import { discardRest } from './discard-rest.ts'
import { logFault, toAppError } from './errors.ts'
import { noteDenial } from './denials.ts'
import { requestLanguage } from './request-language.ts'

export function registerTrpc(app: FastifyInstance, services: Services, router: AnyRouter): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const problem = jsonTextProblem(body.toString())
    if (problem) done(new AppError('invalid_input', problem))
    else done(null, body)
  })
  app.setErrorHandler(sendTrpcError)

  const handler = async (path: string, request: FastifyRequest, reply: FastifyReply) => {
    const noted: Promise<void>[] = []
    await fastifyRequestHandler({
      router,
      path,
      req: request,
      res: reply,
      maxBatchSize: LIMITS.batchedCalls,
      allowMethodOverride: false,
      createContext: () => requestContext(services, request, reply),
      onError: ({ error, path: called, ctx }) => {
        const refusal = publicError(error, request.id)
        logFault(request.log, refusal, error)
        if (ctx) noted.push(noteDenial(ctx, refusal, `trpc ${called ?? ''}`))
      },
      responseMeta: ({ errors, info }) => {
        const refusals = errors.map((error) => publicError(error, request.id))
        const wait = Math.max(0, ...refusals.map((refusal) => refusal.retryAfter ?? 0))
        const [only] = info?.isBatchCall ? [] : refusals
        return { status: only?.status, headers: wait > 0 ? { 'retry-after': String(wait) } : {} }
      },
    })
    await Promise.all(noted)
  }

  for (const [path, bodyLimit] of BODY_LIMITS) {
    app.post(`/${path}`, { bodyLimit }, (request, reply) => handler(path, request, reply))
  }
  app.route<{ Params: { path: string }; Querystring: { input?: unknown } }>({
    method: ['GET', 'POST'],
    url: '/:path',
    bodyLimit: LIMITS.jsonBodyBytes,
    handler: (request, reply) => {
      const { path } = request.params
      if (countBytes(request.body) > findLimit(path)) throw new AppError('too_large')
      const { input } = request.query
      // tRPC would take the first of several inputs unchecked.
      if (Array.isArray(input)) throw new AppError('invalid_input', ({ badRequest }) => badRequest)
      const problem = jsonTextProblem(toText(input))
      if (problem) throw new AppError('invalid_input', problem)
      return handler(path, request, reply)
    },
  })
}

const findLimit = (path: string): number =>
  Math.min(...path.split(',').map((call) => BODY_LIMITS.get(call) ?? LIMITS.jsonBodyBytes))

const countBytes = (body: unknown): number => Buffer.byteLength(toText(body))

function sendTrpcError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toAppError(error, request.id)
  logFault(request.log, refusal, error)
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  if (refusal.code === 'too_large') discardRest(request, reply)
  const body = errorBody(refusal, requestLanguage(request))
  const code = TRPC_ERROR_CODES_BY_KEY[refusal.trpcCode]
  const data = { code: refusal.trpcCode, httpStatus: refusal.status }
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .send({ error: { ...body, message: body.error, code, errorCode: body.code, data } })
}
