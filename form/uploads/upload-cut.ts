import { LIMITS } from '#domain/limits'
import { isTransient } from '../calls/api-error.ts'
import { pause } from '../calls/pause.ts'
import { withRetries } from '../calls/retry.ts'

/**
 * Erases a file whose upload was cut, in case it had arrived all the same. The server may still be storing it, so it is
 * asked more than once. What cannot be reached for long stays listed with the session, and can be removed there.
 *
 * @param takeBack answers whether the server had the file
 */
export async function eraseCut(takeBack: () => Promise<boolean>): Promise<void> {
  for (const delay of LIMITS.cutUploadChecksMs) {
    await pause(delay)
    const options = { delays: LIMITS.uploadRetryDelaysMs, isTransient }
    if (await withRetries(takeBack, options).catch(() => true)) return
  }
}
