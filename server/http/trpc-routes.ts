import type { AnyRouter } from '@trpc/server'
import { fastifyRequestHandler } from '@trpc/server/adapters/fastify'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LIMITS } from '#domain/limits'
import { errorBody } from '../errors.ts'
import type { Services } from '../services.ts'
import { publicError } from '../trpc/public-error.ts'
import { BODY_LIMITS } from './body-limits.ts'
import { requestContext } from './context.ts'
import { logFault, refusalOf } from './errors.ts'
import { noteRefusal } from './refusals.ts'
import { requestLanguage } from './request-language.ts'

/** tRPC under the app's prefix, batches of a few calls allowed. Limits of bodies are the same as over REST. */
export function registerTrpc(app: FastifyInstance, services: Services, router: AnyRouter): void {
  app.removeAllContentTypeParsers()
  // tRPC parses by itself.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
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
        if (ctx) noted.push(noteRefusal(ctx, refusal, `trpc ${called ?? ''}`))
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

  for (const [path, bodyLimit] of Object.entries(BODY_LIMITS)) {
    app.post(`/${path}`, { bodyLimit }, (request, reply) => handler(path, request, reply))
  }
  app.route<{ Params: { path: string } }>({
    method: ['GET', 'POST'],
    url: '/:path',
    bodyLimit: LIMITS.jsonBodyBytes,
    handler: (request, reply) => handler(request.params.path, request, reply),
  })
}

/** What Fastify refuses before tRPC sees it, in the shape a tRPC client reads. */
function sendTrpcError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error, request.id)
  logFault(request.log, refusal, error)
  const body = errorBody(refusal, requestLanguage(request))
  const code = TRPC_ERROR_CODES_BY_KEY[refusal.trpcCode]
  const data = { code: refusal.trpcCode, httpStatus: refusal.status }
  return reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .send({ error: { ...body, message: body.error, code, errorCode: body.code, data } })
}
