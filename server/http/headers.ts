import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseOrigin } from '#domain/origin'
import type { Config } from '../config.ts'

const POLICY_OF_DATA = "default-src 'none'; frame-ancestors 'none'"
/**
 * The worker that reads strangers' PDFs has the policy of its own file, not of the page: it decodes pictures by
 * WebAssembly, and reaches nothing.
 */
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

/** What the answer carries to something that is not even a request. */
export const HEADERS_OF_REFUSAL = { ...SECURITY_HEADERS, 'cache-control': 'no-store' }

/** Sets what every answer carries; a route may replace single headers. */
export function addSecurityHeaders(app: FastifyInstance, config: HstsConfig): void {
  app.addHook('onRequest', async (request, reply) => setSecurityHeaders(request, reply, config))
}

type HstsConfig = Pick<Config, 'publicUrl' | 'hstsSubdomains'>

/**
 * The same for a request that reaches no hook, as its address cannot be read. Answers of the API are never cached.
 * HSTS only where the public address is https, as it would lock a plain one out.
 */
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
  /** lets `<style nonce>` through, for a style library that writes its rules into the page */
  nonce?: string
  /** who may frame the page; nobody unless told */
  frameAncestors?: string
  /** further origins whose scripts the page runs and whose pages it frames */
  embeds?: readonly string[]
}

/** The policy of a page whose scripts and styles are files of ours: nothing inline, nothing from elsewhere. */
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

/** Everybody when the list is empty. What is no origin is left out, and a list of nothing else lets nobody in. */
export function frameAncestors(allowed: readonly string[]): string {
  if (allowed.length === 0) return '*'
  const origins = allowed.map(parseOrigin).filter((origin) => origin !== null)
  return origins.length > 0 ? origins.join(' ') : "'none'"
}
