import { chainMessages } from '#domain/messages/audit-chain'
import { asSystem } from '../../auth/actor.ts'
import type { Database } from '../../database/db.ts'
import { headText } from './chain.ts'
import type { Finding } from './chain-walk.ts'
import type { Verdict } from './verify-chain.ts'

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
  const rows = await asSystem(db, 'audit', (client) =>
    client.company.findMany({ select: { id: true, nameIn: true } }),
  )
  return new Map(rows.map(({ id, nameIn }) => [id, nameIn]))
}
