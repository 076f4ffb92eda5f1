import { withKeyedMutex } from '../lib/keyed-mutex.ts'
import type { Services } from '../services.ts'
import { verifyToken } from './token.ts'

export function serializeDraftSaves<T>(
  { keys }: Pick<Services, 'keys'>,
  token: string,
  work: () => Promise<T>,
): Promise<T> {
  const claim = verifyToken(keys, token)
  return claim ? withKeyedMutex(`arrival:${claim.id}`, work) : work()
}
