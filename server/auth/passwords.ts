import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '../limit-concurrency.ts'

/** 2 is argon2id (the library's enum cannot be imported here); 19 MiB, two passes, one lane (security.md 7). */
const COST = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** A hash of the same cost that no password is known for: whoever tries an unknown account waits just as long. */
const NOBODY =
  '$argon2id$v=19$m=19456,t=2,p=1$/TWkuXZ3bt1XLVew1DhIRA$1FZCxg6ok4xEP+Gx2j+ELWLa2SgMKB9ZiPvWQPDk8vg'

/** Hashing takes 19 MiB and a thread of libuv's pool each, so it queues rather than starve the rest. */
const inTurn = limitConcurrency(4)

/**
 * A hash to keep, in argon2's own format.
 *
 * @param owner who waits for it, such as an address: owners take turns
 */
export const hashPassword = (password: string, owner?: string): Promise<string> =>
  inTurn(() => hash(password, COST), { owner })

/**
 * Is this the password that `kept` was made of? Null stands for an unknown account: it costs the same and is never
 * right.
 *
 * @param owner who waits for it, such as an address: owners take turns
 */
export async function verifyPassword(
  kept: string | null,
  password: string,
  owner?: string,
): Promise<boolean> {
  const matches = await inTurn(() => verify(kept ?? NOBODY, password), { owner })
  return kept !== null && matches
}
