import type { AnyProcedure, AnyRouter } from '@trpc/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { OpenApiMeta } from 'trpc-to-openapi'
import { isRecord } from '#domain/json'
import { serverMessages } from '#domain/messages/server'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Context } from '../trpc/context.ts'
import { noInput } from '../trpc/inputs.ts'
import { isCreating } from '../trpc/rest-meta.ts'
import { acceptJsonOnly, findBodyLimit } from './bodies.ts'
import { sendAnswer, rejectMatch, withMatch } from './conditional.ts'
import { requestContext } from './context.ts'
import { runOnce } from './idempotency.ts'
import { addressesOf } from './moved-calls.ts'
import type { Needs } from './openapi-needs.ts'

type OpenApi = NonNullable<OpenApiMeta['openapi']>
type RestCall = {
  path: string
  procedure: AnyProcedure
  method: OpenApi['method']
  url: string
  creates: boolean
  needs: Needs | undefined
}

/** trpc-to-openapi's own handlers switch coercion on in schemas that tRPC shares. */
export function registerRest(app: FastifyInstance, services: Services, router: AnyRouter): void {
  acceptJsonOnly(app)
  const calls = restCalls(router).flatMap((call) =>
    addressesOf(call.url).map((address) => ({ ...call, ...address })),
  )
  for (const { path, procedure, method, url, creates, headers } of calls) {
    app.route({
      method,
      url: url.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: findBodyLimit(path),
      handler: async (request, reply): Promise<unknown> => {
        void reply.headers(headers)
        const getRawInput = async () => withMatch(request, readInput(request, method))
        const call = { path, type: procedure._def.type, getRawInput }
        const run = (ctx: Context): Promise<unknown> =>
          procedure({ ...call, ctx, signal: undefined, batchIndex: 0 }).catch(rejectMatch(request))
        const context = await requestContext(services, request, reply)
        const key = creates ? request.headers['idempotency-key'] : undefined
        const answer = await (key === undefined
          ? run(context)
          : runOnce(context, { key, route: path, input: readInput(request, method) }, run))
        return sendAnswer(request, reply, answer)
      },
    })
  }
}

export function restCalls(router: AnyRouter): RestCall[] {
  const procedures: Record<string, AnyProcedure> = router._def.procedures
  return Object.entries(procedures).flatMap(([path, procedure]) => {
    const { meta } = procedure._def
    if (!hasOpenApi(meta) || meta.openapi.enabled === false) return []
    const { method, path: url } = meta.openapi
    return [{ path, procedure, method, url, creates: isCreating(meta.openapi), needs: meta.needs }]
  })
}

// AnyRouter loses the type of meta that trpc/init.ts declares.
const hasOpenApi = (meta: unknown): meta is { openapi: OpenApi; needs?: Needs } =>
  typeof meta === 'object' && meta !== null && 'openapi' in meta

function readInput(request: FastifyRequest, method: RestCall['method']): Record<string, unknown> {
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
