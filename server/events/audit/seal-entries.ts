import type { Tx, Database } from '../../platform/database/db.ts'
import { LOCKS } from '../../platform/database/locks.ts'
import { Prisma, type AuditSeal } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { createHead, CHAINED_COLUMNS, chainMac, type ChainedEntry, type Head } from './chain.ts'
import { ensureChainKey } from './chain-key.ts'

type Needs = Pick<Services, 'db' | 'keys'> & { log: Pick<Services['log'], 'warn'> }

export const SEALED_AT_ONCE = 500

/** How many entries may be sealed while a transaction that took an earlier id is still open. */
const OVERTAKEN = 2000

/** Below every possible id. */
const BEFORE_ALL = -(2n ** 63n)

/**
 * Seals committed entries, so that writers don't wait for one another; one node at a time does so. Ids are
 * taken before the commit, so the chain follows the order of sealing.
 * @param thorough looks at the whole log, not only at its end
 * @returns how many were sealed
 */
export async function sealEntries(services: Needs, { thorough = false } = {}): Promise<number> {
  const { db } = services
  const after = thorough ? BEFORE_ALL : await longSealed(db)
  const waiting = await db.system('audit').query('unsealed-entry', unsealed(after, 1))
  if (waiting.length === 0) return 0
  const key = await ensureChainKey(services)
  return db.system('audit').write(async (tx) => {
    const [lock] = await tx.$queryRaw<{ taken: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(${LOCKS.auditSeal}) AS taken`
    if (!lock?.taken) return 0
    const entries = await tx.$queryRaw<ChainedEntry[]>(unsealed(after, SEALED_AT_ONCE))
    const last = await tx.auditSeal.findFirst({ select: { number: true }, orderBy: { number: 'desc' } })
    const seals = chained(key, entries, last?.number ?? 0n, await readHeads(tx, entries))
    await tx.auditSeal.createMany({ data: seals })
    return seals.length
  })
}

// Ids leave a gap where a month begins.
async function longSealed(db: Database): Promise<bigint> {
  const [last] = await db
    .system('audit')
    .query<{ entryId: string }>(
      'long-sealed',
      Prisma.sql`SELECT "entryId" FROM "AuditSeal" ORDER BY "entryId" DESC OFFSET ${OVERTAKEN} LIMIT 1`,
    )
  return last ? BigInt(last.entryId) : BEFORE_ALL
}

// Both sides start from `after`, so that neither is read from its beginning every second.
const unsealed = (after: bigint, limit: number): Prisma.Sql =>
  Prisma.sql`
    SELECT ${CHAINED_COLUMNS} FROM "AuditEntry" AS entry
    WHERE entry."id" > ${after} AND NOT EXISTS (
      SELECT 1 FROM "AuditSeal" AS seal WHERE seal."entryId" = entry."id" AND seal."entryId" > ${after})
    ORDER BY entry."id" LIMIT ${limit}`

async function readHeads(tx: Tx, entries: ChainedEntry[]): Promise<Map<string, Head>> {
  const companies = [...new Set(entries.map(({ companyId }) => companyId ?? ''))]
  const heads = await tx.$queryRaw<Head[]>`
    SELECT head.* FROM unnest(${companies}::text[]) AS company, LATERAL (
      SELECT "companyId", "seq", "mac" FROM "AuditSeal" WHERE "companyId" = company
      ORDER BY "seq" DESC LIMIT 1) AS head`
  return new Map(heads.map((head) => [head.companyId, head]))
}

function chained(
  key: Uint8Array,
  entries: ChainedEntry[],
  lastNumber: bigint,
  heads: Map<string, Head>,
): AuditSeal[] {
  const sealedAt = new Date()
  let number = lastNumber
  return entries.map((entry) => {
    const companyId = entry.companyId ?? ''
    const before = heads.get(companyId) ?? createHead(companyId)
    const place = { number: ++number, companyId, seq: before.seq + 1n, sealedAt }
    const mac = chainMac(key, before.mac, place, entry)
    heads.set(companyId, { companyId, seq: place.seq, mac })
    return { ...place, entryId: entry.id, mac }
  })
}

export const headsSince = ({ db }: Pick<Needs, 'db'>, since: Date): Promise<Head[]> =>
  db.system('audit').read((client) =>
    client.$queryRaw<Head[]>(Prisma.sql`
      SELECT DISTINCT ON ("companyId") "companyId", "seq", "mac" FROM "AuditSeal"
      WHERE "sealedAt" >= ${since} ORDER BY "companyId", "seq" DESC`),
  )
