import { LIMITS } from '#domain/limits'
import { isTransient } from '../calls/api-error.ts'
import { pause, pauseUntilOnline } from '../calls/pause.ts'

/**
 * Erases a file whose upload was cut, in case it had arrived all the same. The server may still be storing it, so it is
 * asked more than once, and until it answers: what is not erased would be submitted along.
 *
 * @param takeBack answers whether the server had the file
 */
export async function eraseCut(takeBack: () => Promise<boolean>): Promise<void> {
  for (const delay of LIMITS.cutUploadChecksMs) {
    await pause(delay)
    if (await untilAnswered(takeBack)) return
  }
}

/** Any refusal means that the file is not there, or is not ours to erase any more. */
async function untilAnswered(takeBack: () => Promise<boolean>): Promise<boolean> {
  for (;;) {
    try {
      return await takeBack()
    } catch (error) {
      if (!isTransient(error)) return true
      await pauseUntilOnline(LIMITS.offlineRetryMs)
    }
  }
}
