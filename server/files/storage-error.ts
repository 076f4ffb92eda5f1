import { AppError } from '../errors.ts'
import { hasCode } from '../system-error.ts'
import { StorageUnavailableError } from './storage.ts'

/** Errors of the disk or the process limits that an operator can fix */
const CODES = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO', 'ESTALE', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE']

export const toStorageError = (error: unknown): AppError | null =>
  error instanceof StorageUnavailableError || CODES.some((code) => hasCode(error, code))
    ? new AppError('unavailable', undefined, { cause: error })
    : null
