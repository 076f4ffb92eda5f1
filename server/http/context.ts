import type { FastifyReply, FastifyRequest } from 'fastify'
import { serverMessages } from '#domain/messages/server'
import { can, type Permission } from '#domain/permissions'
import type { Actor } from '../auth/actor.ts'
import { AppError } from '../errors.ts'
import type { Services } from '../services.ts'
import type { Context } from '../trpc/context.ts'

const USER_AGENT_LENGTH = 300
const contexts = new WeakMap<FastifyRequest, Promise<Context>>()

/**
 * What tRPC, REST and raw routes know of a request; who is signed in is looked up once.
 *
 * @throws what the database throws when it is away
 */
export function requestContext(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Context> {
  const known = contexts.get(request)
  if (known) return known
  const context = build(services, request, reply)
  contexts.set(request, context)
  return context
}

async function build(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Context> {
  const { authorization } = request.headers
  const token = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  const actor = token === undefined ? null : await services.sessions.actorOf(token)
  return {
    services,
    actor,
    tokenRefused: authorization !== undefined && actor === null,
    ip: clientAddress(request),
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH),
    requestId: request.id,
    formSession: single(request.headers['x-form-session']),
    setHeader: (name, value) => void reply.header(name, value),
  }
}

/**
 * Who is signed in, for raw routes.
 *
 * @throws AppError unauthenticated
 */
export function requireActor(context: Pick<Context, 'actor' | 'tokenRefused'>): Actor {
  if (context.actor) return context.actor
  throw new AppError('unauthenticated', context.tokenRefused ? serverMessages.sessionEnded : undefined)
}

/**
 * The same, for those who hold at least one of these permissions.
 *
 * @throws AppError unauthenticated, forbidden
 */
export function requirePermission(
  context: Pick<Context, 'actor' | 'tokenRefused'>,
  ...anyOf: [Permission, ...Permission[]]
): Actor {
  const actor = requireActor(context)
  if (!anyOf.some((permission) => can(actor, permission))) throw new AppError('forbidden')
  return actor
}

/** The socket's address or the trusted proxy's word, IPv4 in its own notation. */
const clientAddress = (request: FastifyRequest): string => request.ip.replace(/^::ffff:(?=\d+\.)/i, '')

const single = (header: string | string[] | undefined): string | null =>
  (Array.isArray(header) ? header[0] : header) ?? null
