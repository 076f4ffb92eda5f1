import { setImmediate } from 'node:timers/promises'
import { reachesAllCompanies } from '#domain/permissions'
import type { Actor } from '../../auth/actor.ts'
import type { KeyRing } from '../../platform/crypto/keys.ts'
import { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { toSearchedWords } from '../accept/owner-words.ts'

const FEW = 1000
/** About 3 ms. */
const HASHED_AT_ONCE = 500
const ALL = 2 ** 31 - 1

/** A condition: an owner has this name, address or phone. Whole words only, as their hashes are compared. */
export async function ownedBy(
  services: Pick<Services, 'db' | 'keys'>,
  actor: Actor,
  q: string,
): Promise<Prisma.Sql | null> {
  const words = toSearchedWords(q)
  if (words.length === 0) return null
  const companyIds = await findCompanyIds(services, actor)
  const [first = [], ...others] = await Promise.all(
    words.map((word) => hashAll(services.keys, companyIds, word)),
  )
  const among = others.map(
    (hashes) =>
      Prisma.sql` AND EXISTS (SELECT FROM unnest("ownerHashes") AS hash WHERE hash = ANY(${hashes}::bigint[]))`,
  )
  const found = (most: number) => Prisma.sql`
    SELECT "id" FROM intake_find_owners(${first}::bigint[], ${most}::int)
    WHERE TRUE ${Prisma.join([Prisma.empty, ...among], '')}`
  const all = Prisma.sql`s."id" IN (${found(ALL)})`
  if (!reachesAllCompanies(actor)) return all
  // Thousands of hashes are looked up once, not in every part of the statement.
  const few = Prisma.sql`${found(others.length > 0 ? ALL : FEW)} LIMIT ${FEW + 1}::int`
  const ids = (await services.db.as(actor).query<{ id: string }>('', few)).map(({ id }) => id)
  if (ids.length === 0) return null
  return ids.length > FEW ? all : Prisma.sql`s."id" = ANY(${ids}::text[])`
}

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
