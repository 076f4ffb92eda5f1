import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { beforeEach } from 'vitest'
import { createKeyRing } from '../../platform/crypto/keys.ts'
import { testDatabase } from '../../test/support/database.ts'
import { recordEventsNow } from '../record-event.ts'
import { headsIn, headText } from './chain.ts'
import { verifyChain } from './verify-chain.ts'

export async function startChainTests() {
  const { db, url, adminUrl } = await testDatabase()
  const keys = createKeyRing(randomBytes(32))
  const warned: unknown[] = []
  const log = { warn: (line: unknown) => void warned.push(line) }
  const services = { db, keys, log }

  /** A superuser who does without triggers: what the chain is there for. */
  async function tamper(...statements: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    await client.query(['SET session_replication_role = replica', ...statements].join(';'))
    await client.end()
  }

  /** Writes entries of these companies, one after another; answers their ids. */
  async function write(...companies: (string | null)[]): Promise<bigint[]> {
    await recordEventsNow(
      services,
      companies.map((companyId) => ({
        companyId,
        actor: null,
        act: 'submission-requested' as const,
        ip: '127.0.0.1',
        detail: { items: 1, request: 'ü"\\' },
      })),
    )
    const rows = await db
      .system('test')
      .write((client) =>
        client.auditEntry.findMany({ select: { id: true }, orderBy: { id: 'desc' }, take: companies.length }),
      )
    return rows.map(({ id }) => id).reverse()
  }

  const verify = (kept: string[] = []) => verifyChain(services, kept.flatMap(headsIn))
  const heads = async () => (await verify()).heads.map(headText)

  const ids: bigint[] = []
  /** The place of a written entry: [id, company, seq, number]. */
  const at = (index: number) => ({ entryId: ids[index], number: BigInt(index + 1) })
  beforeEach(async () => {
    warned.length = 0
    await tamper('DELETE FROM "AuditSeal"; DELETE FROM "AuditEntry"; DELETE FROM "AuditKey"')
    ids.splice(0, Infinity, ...(await write('a', 'b', 'a', null, 'b', 'a')))
  })

  return { db, url, keys, warned, log, services, tamper, write, verify, heads, ids, at }
}
