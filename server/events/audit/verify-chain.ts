import { chainMessages } from '#domain/messages/audit-chain'
import type { Services } from '../../services.ts'
import { CHAINED_COLUMNS, headText, type ChainedEntry, type Head } from './chain.ts'
import { chainKey } from './chain-key.ts'
import { ChainWalk, type Finding } from './chain-walk.ts'
import type { Database } from '../../platform/database/db.ts'

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
  const seals = await db.system('audit').read((client) =>
    client.auditSeal.findMany({
      where: { number: { gt: after } },
      orderBy: { number: 'asc' },
      take: BATCH,
    }),
  )
  const ids = seals.map(({ entryId }) => entryId)
  const entries = await db.system('audit').read(
    (client) => client.$queryRaw<ChainedEntry[]>`
      SELECT ${CHAINED_COLUMNS} FROM "AuditEntry" AS entry WHERE entry."id" = ANY(${ids}::bigint[])`,
  )
  const byId = new Map(entries.map((entry) => [entry.id, entry]))
  for (const seal of seals) walk.step(seal, byId.get(seal.entryId))
  return seals.at(-1)?.number ?? null
}

async function countUnsealed({ db }: Needs): Promise<{ unsealed: number; overdue: number }> {
  const [counted] = await db.system('audit').read(
    (client) => client.$queryRaw<{ unsealed: number; overdue: number }[]>`
      SELECT count(*)::int AS "unsealed",
             (count(*) FILTER (WHERE "at" < now() - interval '1 minute'))::int AS "overdue"
      FROM "AuditEntry" AS entry
      WHERE NOT EXISTS (SELECT 1 FROM "AuditSeal" AS seal WHERE seal."entryId" = entry."id")`,
  )
  return counted ?? { unsealed: 0, overdue: 0 }
}

const words = chainMessages

export async function chainReport(
  db: Database,
  { heads, broken, late, sealedLate, unsealed, overdue }: Verdict,
): Promise<{ isSound: boolean; lines: string[] }> {
  const names = await companyNames(db)
  const nameOf = (id: string) => (id === '' ? words.noCompany : (names.get(id) ?? words.goneCompany(id)))
  const rowOf = ({ entryId, companyId, seq, number }: Finding) =>
    [
      entryId !== null && words.row.entry(entryId),
      companyId !== null && words.row.chain(nameOf(companyId)),
      seq !== null && words.row.seq(seq),
      number !== null && words.row.seal(number),
    ]
      .filter((part) => part !== false)
      .join(', ')

  const total = heads.reduce((sum, { seq }) => sum + seq, 0n)
  const chains = heads.map((head) => words.unbroken(nameOf(head.companyId), head.seq, headText(head)))
  const result = broken
    ? [words.broken(rowOf(broken), words.faults[broken.fault])]
    : [...chains, total === 0n ? words.empty : words.all(total)]
  return {
    // Late sealing may mean that no server was running, so it is reported but is no fault.
    isSound: broken === null && late.length === 0,
    lines: [
      ...result,
      ...late.map((finding) => words.late(rowOf(finding), words.faults[finding.fault])),
      ...(sealedLate
        ? [words.sealedLate(rowOf(sealedLate.first), words.faults['sealed-late'], sealedLate.count)]
        : []),
      ...(unsealed === 0 ? [] : [words.unsealed(unsealed, overdue)]),
    ],
  }
}

export async function companyNames(db: Database): Promise<Map<string, string>> {
  const rows = await db
    .system('audit')
    .read((client) => client.company.findMany({ select: { id: true, nameIn: true } }))
  return new Map(rows.map(({ id, nameIn }) => [id, nameIn]))
}
