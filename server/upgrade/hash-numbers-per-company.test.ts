import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { asSystem, withSystem } from '../auth/actor.ts'
import { jobWorld } from '../jobs/jobs.fixture.ts'
import { installQueue } from '../queue/install-queue.ts'
import { testDatabase } from '../test/support/database.ts'
import { hashNumbersPerCompany } from './hash-numbers-per-company.ts'
import { acceptEarlier, finish } from './upgrade.fixture.ts'

const { url, db } = await testDatabase()
await installQueue(url)
const { services, logged } = await jobWorld(db)
const { keys } = services
const STEP = 'hash-numbers-per-company'

const row = (id: string) =>
  asSystem(db, 'test', (client) => client.formSubmission.findUniqueOrThrow({ where: { id } }))

it('hashes a number apart in each company that was hashed alike in all', async () => {
  const ids = [
    await acceptEarlier(services, '12-3456789', '314-15-9265'),
    await acceptEarlier(services, '12-3456789', '314159265'),
  ]
  const [before] = await Promise.all(ids.map(row))
  await finish(services, STEP)
  const after = await Promise.all(ids.map(row))
  for (const { companyId, taxIdHash, ssnHashes, valuesDigest } of after) {
    expect(taxIdHash).toBe(keys.blindIndex('taxId', companyId, '123456789'))
    expect(ssnHashes).toEqual([keys.blindIndex('ssn', companyId, '314159265')])
    const expected = Buffer.concat([Buffer.of(2), Buffer.from(before?.valuesDigest ?? []).subarray(1)])
    expect(Buffer.from(valuesDigest)).toEqual(expected)
  }
  expect(new Set(after.map(({ ssnHashes }) => ssnHashes[0])).size).toBe(2)
  const told = logged.filter((line) => line.includes(STEP)).map((line) => JSON.parse(line) as unknown)
  expect(told).toMatchObject([
    { msg: 'upgrading stored records' },
    { msg: 'upgraded stored records', rows: 2, unreadable: 0 },
  ])
})

it('leaves a row alone that has changed meanwhile', async () => {
  const id = await acceptEarlier(services, '12-3456789', '314-15-9265')
  const newer = { valuesDigest: Buffer.concat([Buffer.of(2), randomBytes(40)]), taxIdHash: 'newer' }
  let mending: Promise<unknown> = Promise.resolve()
  await withSystem(db, 'test', async (tx) => {
    await tx.formSubmission.update({ where: { id }, data: newer })
    // It has read the row as it was, and waits for this transaction to write it.
    mending = hashNumbersPerCompany.mend(services, [id])
    const waiting = () =>
      tx.$queryRaw`SELECT 1 FROM pg_locks WHERE NOT granted AND transactionid = pg_current_xact_id()::xid`
    await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(1)
  })
  await mending
  expect(await row(id)).toMatchObject({ taxIdHash: 'newer' })
})
