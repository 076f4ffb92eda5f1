import { isRecord } from '#domain/json'
import { serverMessages } from '#domain/messages/server'
import { AppError } from '../../errors.ts'
import { Prisma } from '../../generated/client.ts'

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
// pg and Prisma report a broken connection in words only.
const AWAY_IN_WORDS = [
  'timeout exceeded when trying to connect',
  "Can't reach database server",
  'is not permitted to log in',
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
  'Query read timeout',
]
/** Prisma's adapter reports these below P2010, a failed raw query. */
const AWAY_KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TransactionWriteConflict',
])
// Classes: 08 connection, 40 rolled back such as after a deadlock with a migration, 53 resources such as a full disk, 57P
// shutdown or startup; 57014 is a statement's time limit, 25006 a replica that is not promoted yet, 3D000 and 42P01 a
// database that is being restored.
const SQLSTATE_AWAY = /^(08|40|53|57P|57014|25006|3D000|42P01)/
const DEPTH = 4

export function toDatabaseError(error: unknown): AppError | null {
  if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === NO_SUCH_ROW) {
    return new AppError('not_found', undefined, { cause: error })
  }
  if (isUnique(error) && isExternalId(error)) return externalIdTaken(error)
  if (isReferredTo(error)) return new AppError('conflict', undefined, { cause: error })
  return isAway(error) ? new AppError('unavailable', undefined, { cause: error }) : null
}

export function externalIdTaken(cause?: unknown): AppError {
  const sentence = serverMessages.externalIdTaken
  return new AppError('conflict', sentence, { fields: { externalId: sentence }, cause })
}

export const isReferredTo = (error: unknown): boolean =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === REFERRED_TO

export function hasSqlState(error: unknown, ...states: string[]): boolean {
  const seek = (each: unknown, depth: number): boolean => {
    if (!isRecord(each) || depth > DEPTH) return false
    const { code, originalCode, cause, meta } = each
    if ([code, originalCode].some((given) => typeof given === 'string' && states.includes(given))) return true
    return seek(cause, depth + 1) || (isRecord(meta) && seek(meta.driverAdapterError, depth + 1))
  }
  return seek(error, 0)
}

function isAway(error: unknown, depth = 0): boolean {
  if (!isRecord(error) || depth > DEPTH) return false
  if (error instanceof Prisma.PrismaClientInitializationError) return true
  const { message, code, originalCode, kind, cause, meta } = error
  if (typeof kind === 'string' && AWAY_KINDS.has(kind)) return true
  if ([code, originalCode].some(isAwayCode)) return true
  if (typeof message === 'string' && AWAY_IN_WORDS.some((words) => message.includes(words))) return true
  return isAway(cause, depth + 1) || (isRecord(meta) && isAway(meta.driverAdapterError, depth + 1))
}

const isAwayCode = (code: unknown): boolean =>
  typeof code === 'string' &&
  (UNREACHABLE.has(code) || code === TRY_AGAIN || SOCKET_ERRORS.has(code) || SQLSTATE_AWAY.test(code))

const isUnique = (error: unknown): error is Prisma.PrismaClientKnownRequestError =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002'

/** `meta` holds the index's name, never values. */
const isExternalId = ({ meta }: Prisma.PrismaClientKnownRequestError): boolean =>
  JSON.stringify(meta ?? {}).includes('externalId')

/** A unique value other than `externalId`, of which `toDatabaseError` tells. */
export const isTaken = (error: unknown): boolean => isUnique(error) && !isExternalId(error)
