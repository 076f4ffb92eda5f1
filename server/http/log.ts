import type { FastifyServerOptions } from 'fastify'
import type { Config } from '../config.ts'

type Logger = NonNullable<Exclude<FastifyServerOptions['logger'], boolean>>
export type LogStream = { write(line: string): void }

/** The server's log: JSON lines to `stream`, ids and no values (security.md 21). */
export const logOptions = (level: Config['logLevel'], stream: LogStream): Logger => ({
  level,
  stream,
  base: null,
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  serializers: {
    err: (error) => describeError(error),
    error: (error) => describeError(error),
    // @fastify/multipart tells at `trace` what it hands on: all headers of an upload, tokens among them.
    busboyOptions: () => undefined,
    // Fastify's own holds the whole address.
    req: () => ({}),
  },
})

type Described = { type: string; message: string; code?: string; stack: string; cause?: Described }

/** Errors whose message is our own or the system's; others may quote what a statement or a body carried. */
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

/** What of an error may be logged: its kind, its code and where it happened; its words only where they hold no values. */
export function describeError(error: unknown, depth = 0): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const isSystem = 'syscall' in error
  // PostgreSQL's errors are named 'error' or carry a severity, and quote rows in their words.
  const speaks =
    !('severity' in error) && (isSystem || SPEAKS_FREELY.has(error.name) || OWN_NAMES.test(error.name))
  return {
    type: error.name,
    message: speaks ? error.message : '',
    ...(code !== undefined && { code }),
    stack: readFrames(error),
    ...(error.cause !== undefined && depth < DEPTH && { cause: describeError(error.cause, depth + 1) }),
  }
}

/** The frames of a stack without its first lines, which repeat the message. */
const readFrames = (error: Error): string =>
  (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
