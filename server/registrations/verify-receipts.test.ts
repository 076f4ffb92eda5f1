import pg from 'pg'
import { beforeAll, expect, it } from 'vitest'
import { call } from '../test/support/factories.ts'
import { startRegistrationTests } from './registration.fixture.ts'
import { receiptHeadsIn, receiptHeadText } from '../events/audit/chain.ts'
import { verifyReceipts } from './verify-receipts.ts'

const { url, services, adminUrl, tenant, applied } = await startRegistrationTests()
const alpha = await tenant('Alpha Capital')
const beta = await tenant('Beta Funding')
const ids: string[] = []

/** As someone with every right on the database, past the triggers. */
async function tamper(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  await client.query(`SET session_replication_role = replica; ${statement}`)
  await client.end()
}
/** Undoes the change after the look. */
async function whileChanged<T>(change: string, look: () => Promise<T>): Promise<T> {
  await tamper(`CREATE TABLE kept AS TABLE "Registration"; ${change}`)
  try {
    return await look()
  } finally {
    await tamper('DELETE FROM "Registration"; INSERT INTO "Registration" SELECT * FROM kept; DROP TABLE kept')
  }
}

const verify = async (id: string | undefined, token = alpha.token) => {
  const { status, body } = await call(url, 'GET', `/registration/${id}/verify`, { token })
  return status === 200 ? body.data : status
}
const walk = async (kept = '') => (await verifyReceipts(services, receiptHeadsIn(kept))).broken

beforeAll(async () => {
  for (const taxId of ['12-1000001', '12-1000002', '12-1000003'])
    ids.push(await applied(alpha.link.slug, taxId))
  await applied(beta.link.slug, '12-1000001')
})

it('finds untouched receipts and submissions as they were made', async () => {
  for (const id of ids) expect(await verify(id)).toEqual({ isChained: true, isUnchanged: true })
  expect(await walk()).toBeNull()
  expect((await verifyReceipts(services, [])).heads.map(({ seq }) => seq).toSorted()).toEqual([1n, 3n])
})

it('is for the receipt’s company and the provider', async () => {
  expect(await verify(ids[0], beta.token)).toBe(404)
  expect(await verify('nobody')).toBe(404)
})

it.each([
  ['"at" = "at" - interval \'1 day\'', 'altered'],
  ['"digest" = sha256(\'x\')', 'altered'],
  ['"merchant" = NULL', 'altered'],
  ['"until" = "until" + interval \'1 day\'', 'altered'],
  ['"holderId" = \'other\'', 'altered'],
  ['"number" = 12', 'missing'],
])('names a receipt whose %s was changed', async (change, fault) => {
  const where = `WHERE "id" = '${ids[1]}'`
  await whileChanged(`UPDATE "Registration" SET ${change} ${where}`, async () => {
    expect(await verify(ids[1])).toMatchObject({ isChained: false })
    expect(await walk()).toEqual({ companyId: alpha.company.id, seq: 2n, fault })
  })
})

it('finds a receipt that was removed, at the end by a head that was kept outside', async () => {
  const { heads } = await verifyReceipts(services, [])
  const kept = heads.map(receiptHeadText).join('\n')
  const remove = (number: number) =>
    `DELETE FROM "Registration" WHERE "companyId" = '${alpha.company.id}' AND "number" = ${number}`
  await whileChanged(remove(2), async () => {
    expect(await verify(ids[2])).toMatchObject({ isChained: false })
    expect(await walk()).toMatchObject({ seq: 2n, fault: 'missing' })
  })
  await whileChanged(remove(3), async () => {
    expect(await walk()).toBeNull()
    expect(await walk(kept)).toEqual({ companyId: alpha.company.id, seq: 3n, fault: 'cut-off' })
  })
  expect(await walk(kept)).toBeNull()
})

it('refuses to change or remove a receipt', async () => {
  for (const statement of ['UPDATE "Registration" SET "number" = 9', 'DELETE FROM "Registration"'])
    await expect(services.db.connections.system.client().$executeRawUnsafe(statement)).rejects.toThrow(
      /append-only|denied/i,
    )
})

it('shows a submission that was altered after its receipt', async () => {
  await tamper(`UPDATE "FormSubmission" SET "signatures" = NULL WHERE "id" = '${ids[0]}'`)
  expect(await verify(ids[0])).toEqual({ isChained: true, isUnchanged: false })
})
