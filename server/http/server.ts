import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { DEFAULT_LANGUAGE } from '#domain/language'
import { LIMITS } from '#domain/limits'
import { appRouter } from '../app-router.ts'
import type { Config } from '../config.ts'
import { AppError, errorBody } from '../errors.ts'
import type { Services } from '../services.ts'
import { registerApps } from './apps.ts'
import { limitPipelining } from './connections.ts'
import { allowEarlyErrors, answerPreflights } from './cors.ts'
import { registerDocs } from './docs.ts'
import { registerDownloads } from './downloads.ts'
import { sendError, sendNotFound } from './errors.ts'
import { addSecurityHeaders, ERROR_HEADERS, setSecurityHeaders } from './headers.ts'
import { registerHealth, type Lifecycle } from './health.ts'
import { logOptions, logRequest, type LogStream, reportEnd } from './log.ts'
import { addChallenges, recordDenials } from './denials.ts'
import { registerMcp } from './mcp.ts'
import { registerNouns } from './nouns.ts'
import { registerOAuth } from './oauth.ts'
import { registerRest } from './rest-adapter.ts'
import { registerTrpc } from './trpc-routes.ts'
import { registerTrace } from './trace.ts'
import { registerPackagePage, registerVerify, registerVerifyPages } from './verify.ts'
import { registerUnsubscribe } from './unsubscribe.ts'
import { registerUploads } from './uploads.ts'

/** The largest file over a slow line; without an end, idle senders would pile up. */
const REQUEST_TIMEOUT_MS = 5 * 60_000
const API = '/api'
/** `/api` serves the same calls. */
const VERSIONED = /^\/api\/v1(?=[/?]|$)/
/** A batch of calls is one path parameter. */
const MAX_PARAM_LENGTH = 1000

export function createApp(config: Config, stream: LogStream = process.stderr): FastifyInstance {
  const app = Fastify({
    logger: logOptions(config.logLevel, stream),
    // Fastify's own lines hold whole addresses.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(config),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: LIMITS.jsonBodyBytes,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Ends a connection on which nothing is sent or received, as when a client stops reading a download.
    connectionTimeout: REQUEST_TIMEOUT_MS,
    // Requests on open connections are still answered while the server stops.
    return503OnClosing: false,
    // Zod checks all input; Fastify's JSON schema compilers would only load 650 KB of code at each start.
    schemaController: { compilersFactory: { buildValidator: noSchema, buildSerializer: noSchema } },
    rewriteUrl: ({ url = '/' }) => url.replace(VERSIONED, API),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_PARAM_LENGTH },
    // Node's own answer would have no body.
    http: { requireHostHeader: false },
    frameworkErrors: (error, request, reply) => {
      reportEnd(request, reply)
      setSecurityHeaders(request, reply, config)
      const page = isFormVisit(request) && request.server.sendFormWithoutLink
      if (!page) return void sendError(error, request, reply)
      page(request, reply).catch((cause: unknown) => void sendError(cause, request, reply))
    },
    clientErrorHandler: (_error, socket) => rejectConnection(socket),
  })
  app.decorate('endReports', [logRequest])
  limitPipelining(app)
  app.addHook('onRequest', async (request, reply) => reportEnd(request, reply))
  app.setErrorHandler(sendError)
  app.setNotFoundHandler(sendNotFound)
  trackMethods(app)
  addSecurityHeaders(app, config)
  // Node would answer unknown expectations by itself.
  app.server.on('checkExpectation', (request, response) => void app.server.emit('request', request, response))
  app.addHook('onRequest', async ({ raw }) => {
    if (!namesOneHost(raw)) throw new AppError('invalid_input', ({ badRequest }) => badRequest)
  })
  // Fastify would read an export to its end, as fast as it can.
  app.addHook('onSend', async ({ method }, _reply, payload) => {
    if (method !== 'HEAD' || !(payload instanceof Readable)) return payload
    payload.destroy()
    return Readable.from([])
  })
  return app
}

export async function mountRoutes(
  app: FastifyInstance,
  services: Services,
  lifecycle: Lifecycle,
): Promise<void> {
  if (services.config.role === 'worker') {
    await app.register(async (api) => registerHealth(api, services, lifecycle), { prefix: API })
    return
  }
  answerPreflights(app, services)
  allowEarlyErrors(app, services)
  const { default: compress } = await import('@fastify/compress')
  // Only where a route asks for it: never a secret beside a caller's own text (BREACH), never a file.
  await app.register(compress, { global: false, encodings: ['zstd', 'br', 'gzip'] })
  await app.register(
    async (api) => {
      recordDenials(api, services)
      addChallenges(api, services)
      registerHealth(api, services, lifecycle)
      registerDownloads(api, services)
      await registerUploads(api, services)
      await registerVerify(api, services)
      await registerTrace(api, services)
      await registerDocs(api, services, appRouter)
      await api.register(async (scope) => registerTrpc(scope, services, appRouter), { prefix: '/trpc' })
      await api.register(async (scope) => {
        registerRest(scope, services, appRouter)
        registerMcp(scope, services)
      })
      await api.register(async (scope) => registerNouns(scope, services, appRouter))
    },
    { prefix: API },
  )
  await registerOAuth(app, services)
  await registerUnsubscribe(app, services)
  await registerApps(app, services)
  registerVerifyPages(app, services)
  registerPackagePage(app)
}

function noSchema(): never {
  throw new Error('Routes have no JSON schema')
}

function trustedProxies({
  trustProxy,
}: Config): string[] | false | ((address: string, hop: number) => boolean) {
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : (trustProxy ?? false)
}

/** Two hosts may be read differently by a proxy (RFC 9112, 3.2); HTTP/1.0 has none. */
function namesOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  return hosts === 1 || (hosts === 0 && httpVersion === '1.0')
}

const isFormVisit = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && /^\/(form|embed)\//.test(url) && (headers.accept ?? '').includes('text/html')

function rejectConnection(socket: NodeJS.WritableStream & { writable: boolean; destroy(): void }): void {
  if (!socket.writable) return socket.destroy()
  const error = new AppError('invalid_input', ({ badRequest }) => badRequest)
  const body = JSON.stringify(errorBody(error, DEFAULT_LANGUAGE))
  const headers = {
    ...ERROR_HEADERS,
    'x-request-id': randomUUID(),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end(`${['HTTP/1.1 400 Bad Request', ...lines].join('\r\n')}\r\n\r\n${body}`)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Of a path, sorted; empty where no route matches it. */
    allowedMethods(path: string): string[]
  }
}

/** Register before the routes, which it notes. */
function trackMethods(app: FastifyInstance): void {
  const routes = new Map<string, { pattern: RegExp; methods: string[] }>()
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: toPattern(url), methods: [] }
    routes.set(url, { ...route, methods: [...route.methods, method].flat() })
  })
  app.decorate('allowedMethods', (path) => {
    const matching = [...routes.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(matching.flatMap(({ methods }) => methods))].sort()
  })
}

const toPattern = (url: string): RegExp =>
  new RegExp(`^${url.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+').replace('*', '.*')}/?$`)
