import { AppError } from '../errors.ts'
import { hasCode } from '../system-error.ts'

/** The disk or the quota is full, a file may not grow, the disk went read-only, or too many files are open. */
const NO_ROOM = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EMFILE', 'ENFILE']

/** What an error of the disk means to a caller: `unavailable` where room can be made, null where it is a fault of ours. */
export const storageRefusal = (error: unknown): AppError | null =>
  NO_ROOM.some((code) => hasCode(error, code))
    ? new AppError('unavailable', undefined, { cause: error })
    : null
