import { AppError } from '../errors.ts'

/**
 * @param sent `updatedAt` as the caller read it, ISO; without it nothing is compared
 * @throws AppError stale
 */
export function checkFresh(row: { updatedAt: Date }, sent: string | null | undefined): void {
  if (sent == null) return
  if (new Date(sent).getTime() !== row.updatedAt.getTime()) throw new AppError('stale')
}
