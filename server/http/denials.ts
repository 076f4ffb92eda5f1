import type { FastifyInstance } from 'fastify'
import type { AppError } from '../errors.ts'
import { recordDenial } from '../events/audit/record-denial.ts'
import type { Services } from '../services.ts'
import type { Context } from '../trpc/context.ts'
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

/** RFC 6750, 3: what a call without a valid token is told. */
export const challenge = (context: Context | undefined): string =>
  `Bearer realm="Intake"${context?.tokenRefused ? ', error="invalid_token"' : ''}`

export function addChallenges(api: FastifyInstance): void {
  api.addHook('onSend', async ({ callContext }, reply) => {
    if (reply.statusCode !== UNAUTHORIZED) return
    reply.header('www-authenticate', challenge(await callContext?.catch(() => undefined)))
  })
}

export async function noteDenial(
  { services, actor, ip }: Context,
  { status }: AppError,
  call: string,
): Promise<void> {
  if (actor && status === FORBIDDEN) await recordDenial(services, actor, call, ip)
}
