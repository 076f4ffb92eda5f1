import { withKeyedMutex } from '../../keyed-mutex.ts'
import type { Services } from '../../services.ts'
import { verifyToken } from './token.ts'

/** Work on one session's draft in the order in which it came to this process. A forged token waits for nobody. */
export function serializeDraftSaves<T>(
  { keys }: Pick<Services, 'keys'>,
  token: string,
  work: () => Promise<T>,
): Promise<T> {
  const claim = verifyToken(keys, token)
  return claim ? withKeyedMutex(`arrival:${claim.id}`, work) : work()
}
