import type { FastifyServerOptions } from 'fastify'
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

const readFrames = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
