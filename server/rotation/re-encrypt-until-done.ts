import { setTimeout as delay } from 'node:timers/promises'
import { rotationMessages } from '#domain/messages/rotation'
import { MainKeyError } from '../crypto/main-key-error.ts'
import type { Services } from '../services.ts'
import { reencryptAll, type Work } from './re-encrypt-all.ts'
import { retireKey } from './states.ts'

const LOOK_AGAIN_MS = 250
/** Where others write without a pause, asking ever so often for their tables would only slow them down. */
const LONGEST_PAUSE_MS = 5000

/**
 * Encrypts anew what is under the key `previous`, as often as something comes up, and then takes that out of use.
 *
 * @throws MainKeyError when records do not open, which `say` was told of one by one
 */
export async function reencryptUntilNoneIsLeft(
  services: Pick<Services, 'db' | 'keys' | 'storage'>,
  previous: string,
  say: (line: string) => void,
): Promise<Work> {
  const total: Work = { rows: 0, files: 0, lost: [], failed: [] }
  for (let pause = LOOK_AGAIN_MS; ;) {
    const work = await reencryptAll(services, say)
    total.rows += work.rows
    total.files += work.files
    total.lost.push(...work.lost)
    if (work.failed.length > 0) {
      for (const failure of work.failed) say(failure)
      throw new MainKeyError(rotationMessages.refusals.stays(work.failed.length, previous))
    }
    const outcome = await retireKey(services.db, services.keys, previous)
    if (outcome === 'retired') return total
    if (outcome === 'busy') {
      await delay(pause)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
  }
}
