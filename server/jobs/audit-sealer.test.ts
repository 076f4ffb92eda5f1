import pg from 'pg'
import { expect, it } from 'vitest'
import { recordEventNow } from '../events/record-event.ts'
import { headsIn } from '../events/audit/chain.ts'
import { verifyChain } from '../events/audit/verify-chain.ts'
import { testDatabase } from '../test/support/database.ts'
import { startSealer } from './audit-sealer.ts'
import { eventually, jobWorld } from './jobs.fixture.ts'

const { db, adminUrl } = await testDatabase()
const { services, logged } = await jobWorld(db)
const write = () => recordEventNow(services, { companyId: 'a', actor: null, act: 'sign-in', ip: '' })
const sealed = () => db.system('test').write((client) => client.auditSeal.count())

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(`SET session_replication_role = replica; ${statement}`)
  await client.end()
}

it('seals what is written soon after, and the rest when it is stopped; the log keeps the heads', async () => {
  await write()
  const sealer = startSealer(services)
  await eventually(async () => (await sealed()) === 1)
  await write()
  await eventually(async () => (await sealed()) === 2)
  await write()
  await sealer.stop()
  expect(await sealed()).toBe(3)
  const kept = headsIn(logged.join(''))
  expect(kept).toMatchObject([{ companyId: 'a', seq: 1n }])
  expect(await verifyChain(services, kept)).toMatchObject({ broken: null, unsealed: 0 })
})

it('does nothing where jobs are off', async () => {
  const before = await sealed()
  await write()
  await startSealer({ ...services, config: { ...services.config, role: 'web' } }).stop()
  expect(await sealed()).toBe(before)
})

it('says once that it cannot, and goes on when it can', async () => {
  const row = await db.system('test').write((client) => client.auditKey.findFirstOrThrow())
  await asSuperuser('DELETE FROM "AuditKey"')
  await asSuperuser(`INSERT INTO "AuditEntry" ("id", "act") VALUES (-5000, 'sign-in')`)
  const complaints = () => logged.filter((line) => line.includes('could not seal the audit log')).length
  const sealer = startSealer(services)
  await eventually(async () => complaints() === 1)
  await sealer.stop()
  expect(complaints()).toBe(1)
  const again = startSealer(services)
  await eventually(async () => complaints() === 2)
  expect(logged.join('')).toContain('The key of the audit log is gone')
  await db.system('test').write((client) => client.auditKey.create({ data: row }))
  // Only a look at the whole log finds this one, for which the first failure is to count as none.
  await eventually(async () => (await verifyChain(services)).unsealed === 0)
  await again.stop()
})
