import type { AnyProcedure, AnyRouter } from '@trpc/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OpenApiMeta } from 'trpc-to-openapi'
import { isRecord } from '#domain/json'
import { serverMessages } from '#domain/messages/server'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import { noInput } from '../trpc/inputs.ts'
import { acceptJsonOnly, findBodyLimit } from './bodies.ts'
import { requestContext } from './context.ts'

type OpenApi = NonNullable<OpenApiMeta['openapi']>
type RestCall = { path: string; procedure: AnyProcedure; method: OpenApi['method']; url: string }

/** trpc-to-openapi's own handlers switch coercion on in schemas that tRPC shares. */
export function registerRest(app: FastifyInstance, services: Services, router: AnyRouter): void {
  acceptJsonOnly(app)
  for (const { path, procedure, method, url } of restCalls(router)) {
    app.route({
      method,
      url: url.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: findBodyLimit(path),
      handler: async (request, reply): Promise<unknown> => {
        const answer: unknown = await procedure({
          path,
          type: procedure._def.type,
          ctx: await requestContext(services, request, reply),
          getRawInput: async () => readInput(request, method),
          signal: undefined,
          batchIndex: 0,
        })
        const etag = reply.getHeader('etag')
        const isKnown = etag !== undefined && request.headers['if-none-match'] === etag
        return isKnown ? reply.code(304).send() : answer
      },
    })
  }
}

export function restCalls(router: AnyRouter): RestCall[] {
  const procedures: Record<string, AnyProcedure> = router._def.procedures
  return Object.entries(procedures).flatMap(([path, procedure]) => {
    const { meta } = procedure._def
    if (!hasOpenApi(meta) || meta.openapi.enabled === false) return []
    return [{ path, procedure, method: meta.openapi.method, url: meta.openapi.path }]
  })
}

// AnyRouter loses the type of meta that trpc/init.ts declares.
const hasOpenApi = (meta: unknown): meta is { openapi: OpenApi } =>
  typeof meta === 'object' && meta !== null && 'openapi' in meta

function readInput(request: FastifyRequest, method: RestCall['method']): object {
  const query = asRecord(request.query)
  const body = asRecord(request.body)
  const [source, other] = method === 'GET' || method === 'DELETE' ? [query, body] : [body, query]
  noInput.parse(other)
  return { ...source, ...asRecord(request.params) }
}

function asRecord(value: unknown): Record<string, unknown> {
  if (value == null) return {}
  if (!isRecord(value)) throw new AppError('invalid_input', serverMessages.notAnObject)
  return value
}
