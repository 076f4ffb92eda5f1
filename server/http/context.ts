import type { FastifyReply, FastifyRequest } from 'fastify'
import { DEFAULT_LANGUAGE, parseLanguage, type Language } from '#domain/language'
import { LIMITS } from '#domain/limits'
import { readDeviceTokens } from '../auth/known-devices.ts'
import { readInteraction } from '../auth/oauth-records.ts'
import { readPackageCookies } from '../auth/package-browser.ts'
import type { Services } from '../services.ts'
import type { Context } from '../trpc/context.ts'
import { readCaller } from './caller.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** In a WeakMap, V8 would keep the values, and so every request, beyond its short collections: 30 KB of a submit. */
    callContext?: Promise<Context>
  }
}

export const requestContext = (
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Context> => (request.callContext ??= build(services, request, reply))

async function build(services: Services, request: FastifyRequest, reply: FastifyReply): Promise<Context> {
  // Unknown once the client is gone.
  const ip = clientAddress(request)
  return {
    services,
    ...(await readCaller(services, request, reply, ip)),
    ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, LIMITS.userAgentLength),
    deviceTokens: readDeviceTokens(request.headers.cookie),
    packageCookies: readPackageCookies(request.headers.cookie),
    interaction: readInteraction(request.headers.cookie),
    requestId: request.id,
    formSession: single(request.headers['x-form-session']) ?? null,
    language: requestLanguage(request),
    isGone: () => reply.raw.destroyed,
    setHeader: (name, value) => void reply.header(name, value),
  }
}

export const clientAddress = (request: FastifyRequest): string => request.ip.replace(/^::ffff:(?=\d+\.)/i, '')

/** Not `Accept-Language`: applicants choose in the form, and integrators' errors must not depend on where they run. */
export const requestLanguage = ({ headers }: Pick<FastifyRequest, 'headers'>): Language =>
  parseLanguage(single(headers['x-form-language'])) ?? DEFAULT_LANGUAGE

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header
