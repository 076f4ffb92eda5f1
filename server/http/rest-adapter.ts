import type { AnyProcedure, AnyRouter } from '@trpc/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { OpenApiMeta } from 'trpc-to-openapi'
import { getOwn } from '#domain/get-own'
import { isRecord } from '#domain/json'
import { serverMessages } from '#domain/messages/server'
import { AppError, fieldError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Context } from '../trpc/context.ts'
import { noInput } from '../trpc/inputs.ts'
import { isCreating } from '../trpc/rest-meta.ts'
import { acceptJsonOnly, findBodyLimit } from './bodies.ts'
import { rejectMatch, sendAnswer, withMatch } from './conditional.ts'
import { requestContext } from './context.ts'
import type { Needs } from '../auth/needs.ts'
import { LIMITS } from '#domain/limits'
import { claimCall, keepAnswer, releaseCall } from '../auth/idempotent-calls.ts'

type Call = { key: string | string[]; route: string; input: object }

/**
 * Runs a call with an Idempotency-Key (draft-ietf-httpapi-idempotency-key-header), or returns the answer of the earlier
 * call with this key. A failed call frees the key, unless it has changed something.
 */
async function runOnce(
  context: Context,
  { key, route, input }: Call,
  run: (context: Context) => Promise<unknown>,
): Promise<unknown> {
  const { services, actor, refusal } = context
  if (actor === null || refusal) return run(context)
  const body = JSON.stringify(input)
  const claimed = await claimCall(services, { actor, route, key: parseKey(String(key)), body })
  if ('answer' in claimed) {
    context.setHeader('idempotent-replayed', 'true')
    return JSON.parse(claimed.answer)
  }
  const noteFailure = (cause: unknown) =>
    services.log.warn({ err: cause }, 'could not store how a call with an Idempotency-Key ended')
  try {
    const answer = await run({ ...context, actor: { ...actor, attempt: claimed.attempt } })
    await keepAnswer(services, claimed, JSON.stringify(answer)).catch(noteFailure)
    return answer
  } catch (error) {
    await releaseCall(services, claimed).catch(noteFailure)
    throw error
  }
}

/** A string of RFC 9651, or the same without quotes. */
const KEY = /^(?:"((?:[ !#-[\]-~]|\\["\\])+)"|([!#-~]+))$/

function parseKey(header: string): string {
  const [, quoted, bare] = KEY.exec(header) ?? []
  const key = bare ?? quoted?.replace(/\\(.)/g, '$1') ?? ''
  if (key === '' || key.length > LIMITS.idempotencyKeyLength)
    throw fieldError('Idempotency-Key', serverMessages.idempotency.key)
  return key
}

type OpenApi = NonNullable<OpenApiMeta['openapi']>
export type RestCall = {
  path: string
  procedure: AnyProcedure
  method: OpenApi['method']
  url: string
  creates: boolean
  needs: Needs | undefined
}

/** Runs a call over HTTP: of its procedure, with conditions and an Idempotency-Key. */
export async function runCall(
  services: Services,
  { path, procedure, method, creates }: RestCall,
  request: FastifyRequest,
  reply: FastifyReply,
  toInput: () => Record<string, unknown>,
): Promise<unknown> {
  const getRawInput = async () => (method === 'GET' ? toInput() : withMatch(request, toInput()))
  const call = { path, type: procedure._def.type, getRawInput, signal: undefined, batchIndex: 0 }
  const run = (ctx: Context): Promise<unknown> => procedure({ ...call, ctx }).catch(rejectMatch(request))
  const context = await requestContext(services, request, reply)
  const key = creates ? request.headers['idempotency-key'] : undefined
  return key === undefined ? run(context) : runOnce(context, { key, route: path, input: toInput() }, run)
}

/** trpc-to-openapi's own handlers switch coercion on in schemas that tRPC shares. */
export function registerRest(app: FastifyInstance, services: Services, router: AnyRouter): void {
  acceptJsonOnly(app)
  for (const call of restCalls(router)) {
    app.route({
      method: call.method,
      url: toPattern(call.url),
      bodyLimit: findBodyLimit(call.path),
      handler: async (request, reply): Promise<unknown> => {
        const answer = await runCall(services, call, request, reply, () => readInput(request))
        return sendAnswer(request, reply, answer)
      },
    })
  }
}

export const toPattern = (url: string): string => url.replace(/\{(\w+)\}/g, ':$1')

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

export function readInput(request: FastifyRequest): Record<string, unknown> {
  const query = asRecord(request.query)
  const body = asRecord(request.body)
  const isInQuery = ['GET', 'HEAD', 'DELETE'].includes(request.method)
  const [source, other] = isInQuery ? [query, body] : [body, query]
  noInput.parse(other)
  const named = asRecord(request.params)
  for (const [field, value] of Object.entries(named))
    if ((getOwn(source, field) ?? value) !== value)
      throw fieldError(field, serverMessages.otherThanPath(field))
  return { ...source, ...named }
}

function asRecord(value: unknown): Record<string, unknown> {
  if (value == null) return {}
  if (!isRecord(value)) throw new AppError('invalid_input', serverMessages.notAnObject)
  return value
}
