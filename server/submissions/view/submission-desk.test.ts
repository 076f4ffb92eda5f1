import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseMoney } from '#domain/catalogue/money'
import { fillTenant } from '../../platform/database/two-tenants.fixture.ts'
import { testDatabase } from '../../test/support/database.ts'

const { db, url } = await testDatabase()
const client = new pg.Client({ connectionString: url })
await client.connect()
beforeAll(() => fillTenant(db, 'mine'))
afterAll(() => client.end())

const readDesk = () =>
  db.system('test').write((tx) => tx.submissionDesk.findUniqueOrThrow({ where: { id: 'mine-form' } }))

async function inSql(text: string): Promise<number | null> {
  const { rows } = await client.query<{ dollars: number | null }>(
    'SELECT intake_dollars($1)::float8 AS dollars',
    [text],
  )
  return rows[0]?.dollars ?? null
}

function inCode(text: string): number | null {
  const money = parseMoney(text)
  return money && (money.minus ? -1 : 1) * Number(`${money.whole}.${money.cents}`)
}

test.each([
  '60000',
  '$60,000.50',
  '85 000',
  '-$5',
  '$ -5',
  '--5',
  '12.500',
  '12500,50',
  '0001',
  '',
  'much',
  '１２３',
])('the database reads the amount %j as the form does', async (text) =>
  expect(await inSql(text)).toBe(inCode(text) || (inCode(text) === null ? null : 0)),
)

test('the database and the form agree on any text of digits and signs', async () => {
  const text = fc.string({ unit: fc.constantFrom(...'0123456789,. $-'), maxLength: 16 })
  await fc.assert(
    fc.asyncProperty(text, async (written) => {
      expect((await inSql(written)) ?? NaN).toEqual((inCode(written) ?? NaN) + 0)
    }),
    { numRuns: 300 },
  )
})

test('a submission has its row with its documents from the beginning, and later documents join it', async () => {
  expect(await readDesk()).toMatchObject({
    status: 'new',
    statusKey: 'new',
    documentCount: 1,
    statementMonths: [],
  })
  await db
    .system('test')
    .write((tx) =>
      tx.document.updateMany({ where: { formSessionId: 'mine-form' }, data: { statementMonth: '2026-10' } }),
    )
  expect(await readDesk()).toMatchObject({ documentCount: 1, statementMonths: ['2026-10'] })
  await db.system('test').write((tx) => tx.document.deleteMany({ where: { formSessionId: 'mine-form' } }))
  expect(await readDesk()).toMatchObject({ documentCount: 0, statementMonths: [] })
})

test('every change moves updatedAt on, and a renamed owner is renamed in the list', async () => {
  const [before] = [await readDesk()]
  await db.system('test').write((tx) =>
    tx.submissionDesk.update({
      where: { id: 'mine-form' },
      data: { ownerId: 'mine-user', ownerName: 'Old', updatedAt: before.updatedAt },
    }),
  )
  const owned = await readDesk()
  expect(owned.updatedAt > before.updatedAt).toBe(true)
  await db.system('test').write((tx) => tx.user.update({ where: { id: 'mine-user' }, data: { name: 'New' } }))
  expect(await readDesk()).toMatchObject({ ownerName: 'New' })
})
