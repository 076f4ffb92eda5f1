import { AppError } from '../errors.ts'
import { hasCode } from '../system-error.ts'
import { StorageUnavailableError } from './storage.ts'

/** The disk or the quota is full, read-only, broken, closed to this user or gone; or too many files are open. */
const CODES = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'ESTALE', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE']

/** Returns `unavailable` for an error of the bucket or the disk that an operator can put right, null for any other. */
export const toStorageError = (error: unknown): AppError | null =>
  error instanceof StorageUnavailableError || CODES.some((code) => hasCode(error, code))
    ? new AppError('unavailable', undefined, { cause: error })
    : null
