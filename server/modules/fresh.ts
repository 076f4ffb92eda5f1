import { AppError } from '../errors.ts'

/**
 * Refuses to write over what somebody else has changed since the caller read it (decisions 5c).
 *
 * @param sent the `updatedAt` that the caller read, ISO; without one nothing is compared
 * @throws AppError stale
 */
export function checkFresh(row: { updatedAt: Date }, sent: string | null | undefined): void {
  if (sent == null) return
  if (new Date(sent).getTime() !== row.updatedAt.getTime()) throw new AppError('stale')
}
