import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify'
import type { Config } from '../config.ts'

type Logger = NonNullable<Exclude<FastifyServerOptions['logger'], boolean>>
export type LogStream = { write(line: string): void }

export const logOptions = (level: Config['logLevel'], stream: LogStream): Logger => ({
  level,
  stream,
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  serializers: {
    err: (error) => describeError(error),
    error: (error) => describeError(error),
    // @fastify/multipart logs all headers of an upload at `trace`, tokens among them.
    busboyOptions: () => undefined,
    // Fastify's own serializer logs the whole address.
    req: () => ({}),
  },
})

/** The address itself may hold what a person typed. */
export const readRoute = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'none'

declare module 'fastify' {
  interface FastifyInstance {
    endReports: ((request: FastifyRequest, reply: FastifyReply) => void)[]
  }
}

/** Runs `endReports` after each response. Fastify's onResponse misses those whose client leaves before their end. */
export function reportEnd(request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.once('close', () => request.server.endReports.forEach((report) => report(request, reply)))
}

/** As nginx has it: the client left before the response's end. */
const CLIENT_LEFT = 499

export const readStatus = ({ raw, statusCode }: FastifyReply): number =>
  raw.writableFinished ? statusCode : CLIENT_LEFT

export const isProbe = (request: FastifyRequest): boolean => readRoute(request).startsWith('/api/health/')

/** One line for each request, without the client's address or user agent. Probes come every few seconds. */
export function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const route = readRoute(request)
  const level = isProbe(request) ? 'debug' : 'info'
  const bytes = Number(reply.getHeader('content-length') ?? NaN)
  request.log[level](
    {
      method: request.method,
      route,
      status: readStatus(reply),
      ms: Math.round(reply.elapsedTime),
      ...(!Number.isNaN(bytes) && { bytes }),
    },
    'request',
  )
}

type Described = { type: string; message: string; code?: string; stack: string; cause?: Described }

/** Other errors may quote values of a statement or a body. */
const SPEAKS_FREELY = new Set([
  'Error',
  'AppError',
  'TypeError',
  'RangeError',
  'ReferenceError',
  'AbortError',
])
const OWN_NAMES =
  /^(Config|Migration|MainKey|FileMissing|StorageUnavailable|Installation|Scan|Seal|ChainKey|Settings)Error$/
const DEPTH = 4

export function describeError(error: unknown, depth = 0): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const isSystem = 'syscall' in error
  // PostgreSQL's errors quote rows, and those of mail servers addresses.
  const quotes = 'severity' in error || 'responseCode' in error
  const speaks = !quotes && (isSystem || SPEAKS_FREELY.has(error.name) || OWN_NAMES.test(error.name))
  return {
    type: error.name,
    message: speaks ? error.message : '',
    ...(code !== undefined && { code }),
    stack: readFrames(error),
    ...(error.cause !== undefined && depth < DEPTH && { cause: describeError(error.cause, depth + 1) }),
  }
}

/** Such as 'Error ECONNREFUSED connect ECONNREFUSED 127.0.0.1:5432': without values and frames. */
export function nameError(error: unknown): string {
  const { type, code, message } = describeError(error)
  return [type, code, message].filter(Boolean).join(' ')
}

const readFrames = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
