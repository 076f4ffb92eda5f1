import { asSystem } from '../../auth/actor.ts'
import type { Services } from '../../services.ts'
import { CHAINED_COLUMNS, type ChainedEntry, type Head } from './chain.ts'
import { chainKey } from './chain-key.ts'
import { ChainWalk, type Finding } from './chain-walk.ts'

export type Verdict = {
  /** the chains as far as they were walked; `seq` counts their entries */
  heads: Head[]
  /** the first broken row; null: every chain is unbroken. Behind a break nothing is looked at. */
  broken: Finding | null
  /** entries out of time, the first of them; the chain itself holds */
  late: Finding[]
  /** the first entry that was sealed long after it was written, and how many were; the chain itself holds */
  sealedLate: { first: Finding; count: number } | null
  /** entries without a seal, and those of them that are older than a minute */
  unsealed: number
  overdue: number
}

type Needs = Pick<Services, 'db' | 'keys'>

const BATCH = 1000

/**
 * Walks all chains of the audit log from their beginning.
 *
 * @param kept heads that were kept outside, which alone can tell that the last entries are gone
 * @throws ChainKeyError, SealError
 */
export async function verifyChain(services: Needs, kept: readonly Head[] = []): Promise<Verdict> {
  const key = await chainKey(services)
  // Without a key there are no seals.
  const walk = new ChainWalk(key ?? new Uint8Array(), kept)
  let last: bigint | null = 0n
  while (last !== null && !walk.broken) last = await walkBatch(services, walk, last)
  walk.finish()
  const { broken, late, sealedLate } = walk
  return { heads: walk.reached(), broken, late, sealedLate, ...(await countUnsealed(services)) }
}

/** Answers the number of the last seal it came to; null: there are no more. */
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
