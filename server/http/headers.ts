import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseOrigin } from '#domain/origin'
import type { Config } from '../config.ts'

const POLICY_OF_DATA = "default-src 'none'; frame-ancestors 'none'"
/** The PDF worker decodes pictures by WebAssembly; a worker has the policy of its own file. */
const POLICY_OF_PDF_WORKER = `${POLICY_OF_DATA}; script-src 'wasm-unsafe-eval'`
const PDF_WORKER = '/assets/pdf.worker'
const YEAR_SECONDS = 365 * 24 * 60 * 60

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': POLICY_OF_DATA,
}

export const ERROR_HEADERS = { ...SECURITY_HEADERS, 'cache-control': 'no-store' }

export function addSecurityHeaders(app: FastifyInstance, config: HstsConfig): void {
  app.addHook('onRequest', async (request, reply) => setSecurityHeaders(request, reply, config))
}

type HstsConfig = Pick<Config, 'publicUrl' | 'hstsSubdomains'>

/** HSTS only where the public address is https: it would lock a plain one out. */
export function setSecurityHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl, hstsSubdomains }: HstsConfig,
): void {
  reply.headers({ ...SECURITY_HEADERS, 'x-request-id': request.id })
  if (request.url.startsWith(PDF_WORKER)) reply.header('content-security-policy', POLICY_OF_PDF_WORKER)
  if (publicUrl?.startsWith('https:')) {
    const scope = hstsSubdomains ? '; includeSubDomains' : ''
    reply.header('strict-transport-security', `max-age=${YEAR_SECONDS}${scope}`)
  }
  if (request.url.startsWith('/api')) reply.header('cache-control', 'no-store')
}

type PagePolicy = {
  nonce?: string
  frameAncestors?: string
  embeds?: readonly string[]
}

export const pagePolicy = ({ nonce, frameAncestors = "'none'", embeds = [] }: PagePolicy = {}): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...embeds].join(' '),
    ...(embeds.length > 0 ? [`frame-src ${embeds.join(' ')}`] : []),
    `style-src 'self'${nonce === undefined ? '' : ` 'nonce-${nonce}'`}`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors}`,
  ].join('; ')

/** An empty list allows every site; a list without a valid origin allows none. */
export function frameAncestors(allowed: readonly string[]): string {
  if (allowed.length === 0) return '*'
  const origins = allowed.map(parseOrigin).filter((origin) => origin !== null)
  return origins.length > 0 ? origins.join(' ') : "'none'"
}
