import type { Actor } from '../../auth/actor.ts'
import { limitConcurrency } from '../../lib/limit-concurrency.ts'

const limited = limitConcurrency(2)

/**
 * Reads a batch of rows or files when it is the user's turn. Otherwise a caller with fifty exports would take all
 * connections to the database, and others would wait ten seconds for a list.
 */
export const readInTurn = <T>({ userId }: Pick<Actor, 'userId'>, read: () => Promise<T>): Promise<T> =>
  limited(read, { owner: userId })
