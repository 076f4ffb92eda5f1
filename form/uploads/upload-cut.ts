import { LIMITS } from '#domain/limits'
import { isTransient } from '../calls/api-error.ts'
import { pause, pauseUntilOnline } from '../calls/pause.ts'

/**
 * Erases a file whose upload was cut but may have arrived, as it would be submitted along. Repeated, since the server may
 * still be storing it. @param takeBack returns whether the server had the file
 */
export async function eraseCut(takeBack: () => Promise<boolean>): Promise<void> {
  for (const delay of LIMITS.cutUploadChecksMs) {
    await pause(delay)
    if (await untilAnswered(takeBack)) return
  }
}

/** A refusal means that the file isn't there, or can't be erased any more. */
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
