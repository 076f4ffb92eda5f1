import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '../limit-concurrency.ts'

/** argon2id, whose enum can't be imported here; 19 MiB, two passes, one lane, as OWASP's password storage sheet asks. */
const COST = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** A hash of the same cost that fits no known password, so that unknown accounts take as long to check. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$/TWkuXZ3bt1XLVew1DhIRA$1FZCxg6ok4xEP+Gx2j+ELWLa2SgMKB9ZiPvWQPDk8vg'

/** Each hashing takes 19 MiB and a thread of libuv's pool. */
const limited = limitConcurrency(4)

/** @param owner who waits for it, such as an address: owners take turns */
export const hashPassword = (password: string, owner?: string): Promise<string> =>
  limited(() => hash(password, COST), { owner })

/**
 * @param kept null for an unknown account, '' for one without a password, which cost the same and never match
 * @param owner who waits for it, such as an address: owners take turns
 */
export async function verifyPassword(
  kept: string | null,
  password: string,
  owner?: string,
): Promise<boolean> {
  const matches = await limited(() => verify(kept || DUMMY_HASH, password), { owner })
  return Boolean(kept) && matches
}
