import { inTurn } from '../../in-turn.ts'
import type { Services } from '../../services.ts'
import { verifyToken } from './token.ts'

/** Work on one session's draft in the order in which it came to this process. A forged token waits for nobody. */
export function inOrderOfArrival<T>(
  { keys }: Pick<Services, 'keys'>,
  token: string,
  work: () => Promise<T>,
): Promise<T> {
  const claim = verifyToken(keys, token)
  return claim ? inTurn(`arrival:${claim.id}`, work) : work()
}
