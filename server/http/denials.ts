import type { FastifyInstance } from 'fastify'
import type { AppError } from '../errors.ts'
import { metadataUrl } from '../auth/oauth-records.ts'
import { recordDenial } from '../events/audit/record-denial.ts'
import type { Services } from '../services.ts'
import type { Context } from '../trpc/context.ts'
import { MCP_ROUTE } from './caller.ts'
import { requestContext } from './context.ts'
import { toAppError } from './errors.ts'

const UNAUTHORIZED = 401
const FORBIDDEN = 403

export function recordDenials(app: FastifyInstance, services: Services): void {
  app.addHook('onError', async (request, reply, thrown) => {
    const error = toAppError(thrown, request.id)
    if (error.status !== FORBIDDEN) return
    const context = await requestContext(services, request, reply)
    await noteDenial(context, error, `${request.method} ${request.routeOptions.url ?? ''}`)
  })
}

/** RFC 6750, 3, and RFC 9728, 5.1: what a call without a valid token is told. */
export const challenge = (context: Context | undefined, publicUrl: string, isMcp = false): string => {
  const metadata = `, resource_metadata="${metadataUrl(publicUrl, isMcp)}"`
  return `Bearer realm="Intake"${context?.tokenRefused ? ', error="invalid_token"' : ''}${metadata}`
}

export function addChallenges(api: FastifyInstance, services: Services): void {
  api.addHook('onSend', async ({ callContext, routeOptions }, reply) => {
    const isKey = reply.statusCode === FORBIDDEN && (await callContext?.catch(() => null))?.actor?.apiKey
    if (isKey) reply.header('www-authenticate', 'Bearer realm="Intake", error="insufficient_scope"')
    if (reply.statusCode !== UNAUTHORIZED) return
    const context = await callContext?.catch(() => undefined)
    const isMcp = routeOptions.url === MCP_ROUTE
    reply.header('www-authenticate', challenge(context, services.publicUrl, isMcp))
  })
}

export async function noteDenial(
  { services, actor, ip }: Context,
  { status }: AppError,
  call: string,
): Promise<void> {
  if (actor && status === FORBIDDEN) await recordDenial(services, actor, call, ip)
}
