import { asSystem } from '../../auth/actor.ts'
import type { Services } from '../../services.ts'
import { CHAINED_COLUMNS, type ChainedEntry, type Head } from './chain.ts'
import { chainKey } from './chain-key.ts'
import { ChainWalk, type Finding } from './chain-walk.ts'

export type Verdict = {
  heads: Head[]
  /** Nothing behind the first broken row is checked. */
  broken: Finding | null
  late: Finding[]
  sealedLate: { first: Finding; count: number } | null
  unsealed: number
  overdue: number
}

type Needs = Pick<Services, 'db' | 'keys'>

const BATCH = 1000

/**
 * @param kept heads kept outside the database: only they prove that no entries were cut off the end
 * @throws ChainKeyError, SealError
 */
export async function verifyChain(services: Needs, kept: readonly Head[] = []): Promise<Verdict> {
  const key = await chainKey(services)
  const walk = new ChainWalk(key ?? new Uint8Array(), kept)
  let last: bigint | null = 0n
  while (last !== null && !walk.broken) last = await walkBatch(services, walk, last)
  walk.finish()
  const { broken, late, sealedLate } = walk
  return { heads: walk.reached(), broken, late, sealedLate, ...(await countUnsealed(services)) }
}

async function walkBatch({ db }: Needs, walk: ChainWalk, after: bigint): Promise<bigint | null> {
  const seals = await asSystem(db, 'audit', (client) =>
    client.auditSeal.findMany({ where: { number: { gt: after } }, orderBy: { number: 'asc' }, take: BATCH }),
  )
  const ids = seals.map(({ entryId }) => entryId)
  const entries = await asSystem(
    db,
    'audit',
    (client) => client.$queryRaw<ChainedEntry[]>`
      SELECT ${CHAINED_COLUMNS} FROM "AuditEntry" AS entry WHERE entry."id" = ANY(${ids}::bigint[])`,
  )
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  for (const seal of seals) walk.step(seal, byId.get(seal.entryId))
  return seals.at(-1)?.number ?? null
}

async function countUnsealed({ db }: Needs): Promise<{ unsealed: number; overdue: number }> {
  const [counted] = await asSystem(
    db,
    'audit',
    (client) => client.$queryRaw<{ unsealed: number; overdue: number }[]>`
      SELECT count(*)::int AS "unsealed",
             (count(*) FILTER (WHERE "at" < now() - interval '1 minute'))::int AS "overdue"
      FROM "AuditEntry" AS entry
      WHERE NOT EXISTS (SELECT 1 FROM "AuditSeal" AS seal WHERE seal."entryId" = entry."id")`,
  )
  return counted ?? { unsealed: 0, overdue: 0 }
}
