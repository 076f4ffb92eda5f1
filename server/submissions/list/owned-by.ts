import { setImmediate } from 'node:timers/promises'
import { serverMessages } from '#domain/messages/server'
import { reachesAllCompanies } from '#domain/permissions'
import type { Actor } from '../../auth/actor.ts'
import { fieldError } from '../../errors.ts'
import type { KeyRing } from '../../platform/crypto/keys.ts'
import { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { toSearchedWords } from '../accept/owner-words.ts'

/** About 3 ms. */
const HASHED_AT_ONCE = 500
const ALL = 2 ** 31 - 1

type Needs = Pick<Services, 'db' | 'keys' | 'readLimits'>
type Found = { id: string }[]

/**
 * A condition: an owner has this name, address or phone. Whole words only, as their hashes are compared. Null: none has.
 * @throws AppError invalid_input where each word is that of too many owners of several companies
 */
export async function ownedBy(
  { db, keys, readLimits: { owners: most } }: Needs,
  actor: Actor,
  q: string,
  companyId?: string,
): Promise<Prisma.Sql | null> {
  const words = toSearchedWords(q)
  if (words.length === 0) return null
  const companyIds = companyId === undefined ? await findCompanyIds({ db }, actor) : [companyId]
  const isOfOne = companyId !== undefined || !reachesAllCompanies(actor)
  // Thousands of hashes are looked up once, not in every part of the statement.
  for (const word of isOfOne && words.length === 1 ? [] : words) {
    const hashes = await hashAll(keys, companyIds, word)
    const few = Prisma.sql`SELECT "id" FROM intake_find_owners(${hashes}::bigint[], ${most}::int)`
    const found = await db.as(actor).query<Found[number]>('', few)
    if (found.length > most) continue
    const others = words.filter((other) => other !== word)
    const ids = (await keepOwned({ db, keys }, actor, found, others)).map(({ id }) => id)
    return ids.length === 0 ? null : Prisma.sql`s."id" = ANY(${ids}::text[])`
  }
  if (!isOfOne) throw fieldError('filter.q', serverMessages.narrower.owners(most))
  const [first = [], ...others] = await Promise.all(words.map((word) => hashAll(keys, companyIds, word)))
  return Prisma.sql`s."id" IN (
    SELECT "id" FROM intake_find_owners(${first}::bigint[], ${ALL}::int) WHERE ${havingAll(others)})`
}

/** Hashes the other words for the companies of what was found alone. */
async function keepOwned(
  { db, keys }: Pick<Needs, 'db' | 'keys'>,
  actor: Actor,
  found: Found,
  words: string[],
): Promise<Found> {
  if (found.length === 0 || words.length === 0) return found
  const isFound = Prisma.sql`"id" = ANY(${found.map(({ id }) => id)}::text[])`
  const ofFound = Prisma.sql`SELECT DISTINCT "companyId" AS "id" FROM "SubmissionDesk" WHERE ${isFound}`
  const companyIds = (await db.as(actor).query<Found[number]>('', ofFound)).map(({ id }) => id)
  const hashes = await Promise.all(words.map((word) => hashAll(keys, companyIds, word)))
  const owned = Prisma.sql`SELECT "id" FROM "SubmissionDesk" WHERE ${isFound} AND ${havingAll(hashes)}`
  return db.as(actor).query<Found[number]>('', owned)
}

const havingAll = (words: string[][]): Prisma.Sql =>
  Prisma.join(
    [
      Prisma.sql`TRUE`,
      ...words.map(
        (hashes) =>
          Prisma.sql`EXISTS (SELECT FROM unnest("ownerHashes") AS hash WHERE hash = ANY(${hashes}::bigint[]))`,
      ),
    ],
    ' AND ',
  )

/** Lets other requests run after each 500 hashes. */
async function hashAll(keys: KeyRing, companyIds: readonly string[], word: string): Promise<string[]> {
  const hashes: string[] = []
  for (const companyId of companyIds) {
    hashes.push(keys.ownerIndex(companyId, word))
    if (hashes.length % HASHED_AT_ONCE === 0) await setImmediate()
  }
  return hashes
}

export async function findCompanyIds({ db }: Pick<Services, 'db'>, actor: Actor): Promise<string[]> {
  if (!reachesAllCompanies(actor)) return actor.companyId === null ? [] : [actor.companyId]
  const rows = await db.as(actor).query<{ id: string }>('company-ids', Prisma.sql`SELECT "id" FROM "Company"`)
  return rows.map(({ id }) => id)
}
