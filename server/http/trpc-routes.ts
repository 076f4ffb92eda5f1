import type { AnyRouter } from '@trpc/server'
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { AppError, type ErrorBody } from '../errors.ts'
import type { Services } from '../services.ts'
import { withErrorBody } from '../trpc/init.ts'
import { publicError } from '../trpc/public-error.ts'
import { BODY_LIMITS, findBodyLimit, jsonBodyProblem, requireSafeJson } from './bodies.ts'
import { requestContext } from './context.ts'
import { challenge, noteDenial } from './denials.ts'
import { logFault, sendErrorAs } from './errors.ts'

export function registerTrpc(app: FastifyInstance, services: Services, router: AnyRouter): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: FastifyRequest, body: Buffer) => {
      const text = body.toString()
      const problem = jsonBodyProblem(body, text)
      if (problem) throw new AppError('invalid_input', problem)
      return text
    },
  )
  app.setErrorHandler((error, request, reply) => sendErrorAs(toTrpcBody, error, request, reply))

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
      onError: ({ error: thrown, path: called, ctx }) => {
        const error = publicError(thrown, request.id)
        logFault(request.log, error)
        if (ctx) noted.push(noteDenial(ctx, error, `trpc ${called ?? ''}`))
      },
      responseMeta: ({ ctx, errors: thrown, info }) => {
        const errors = thrown.map((error) => publicError(error, request.id))
        const wait = Math.max(0, ...errors.map(({ retryAfter }) => retryAfter ?? 0))
        const [only] = info?.isBatchCall ? [] : errors
        // Fastify's hooks don't know the status of the adapter's answers.
        if (only?.status === 401) reply.header('www-authenticate', challenge(ctx, services.publicUrl))
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
      const limit = Math.min(...path.split(',').map(findBodyLimit))
      if (Buffer.byteLength(toText(request.body)) > limit) throw new AppError('too_large')
      const { input } = request.query
      // tRPC would take the first of several inputs unchecked.
      if (Array.isArray(input)) throw new AppError('invalid_input', ({ badRequest }) => badRequest)
      requireSafeJson(toText(input))
      return handler(path, request, reply)
    },
  })
}

const toTrpcBody = (body: ErrorBody, { trpcCode, status }: AppError) => ({
  error: withErrorBody(
    { code: TRPC_ERROR_CODES_BY_KEY[trpcCode], data: { code: trpcCode, httpStatus: status } },
    body,
  ),
})
