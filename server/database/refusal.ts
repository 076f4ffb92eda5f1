import { AppError } from '../errors.ts'
import { Prisma } from '../generated/client.ts'

// Prisma's codes: https://www.prisma.io/docs/orm/reference/error-reference
const NO_SUCH_ROW = 'P2025'
const REFERRED_TO = 'P2003'
const UNREACHABLE = new Set([
  'P1000',
  'P1001',
  'P1002',
  'P1003',
  'P1008',
  'P1010',
  'P1011',
  'P1017',
  'P2024',
  'P2028',
  'P2037',
])
const TRY_AGAIN = 'P2034'

const SOCKET_ERRORS = new Set(['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND'])
// A raw query's error has a code of its own (P2010) and tells the reason in words only.
const AWAY_IN_WORDS = [
  'timeout exceeded when trying to connect',
  "Can't reach database server",
  'is not permitted to log in',
]
// PostgreSQL's classes: 08 connection, 53 resources, 57P shutting down or starting up.
const SQLSTATE_AWAY = /^(08|53|57P)/

/**
 * What an error of the database means to a caller: `not_found`, `conflict` where a row that is referred to has gone meanwhile, or is
 * still referred to, `unavailable`, or null when it is a fault of ours.
 */
export function databaseRefusal(error: unknown): AppError | null {
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === NO_SUCH_ROW) {
    return new AppError('not_found', undefined, { cause: error })
  }
  if (isReferredTo(error)) return new AppError('conflict', undefined, { cause: error })
  return isAway(error) ? new AppError('unavailable', undefined, { cause: error }) : null
}

/** Did a foreign key refuse the write: the row is still referred to, or what it refers to has gone? */
export const isReferredTo = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === REFERRED_TO

function isAway(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > 3) return false
  if (error instanceof Prisma.PrismaClientInitializationError) return true
  if (AWAY_IN_WORDS.some((words) => error.message.includes(words))) return true
  if ('code' in error && typeof error.code === 'string') {
    const { code } = error
    if (UNREACHABLE.has(code) || code === TRY_AGAIN || SOCKET_ERRORS.has(code) || SQLSTATE_AWAY.test(code))
      return true
  }
  return isAway(error.cause, depth + 1)
}
