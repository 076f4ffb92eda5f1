import { LIMITS } from '#domain/limits'
import { isTransient } from '../calls/api-error.ts'
import { pause, pauseUntilOnline } from '../calls/pause.ts'

/**
 * Repeats, as the server may still be storing the cancelled upload. @param takeBack returns whether the
 * server had the file
 */
export async function eraseCut(takeBack: () => Promise<boolean>): Promise<void> {
  for (const delay of LIMITS.cutUploadChecksMs) {
    await pause(delay)
    if (await untilAnswered(takeBack)) return
  }
}

/** A refusal means that the file is gone or can't be deleted any more. */
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
