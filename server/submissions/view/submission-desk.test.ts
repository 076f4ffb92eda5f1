import { beforeAll, expect, test } from 'vitest'
import { fillTenant } from '../../platform/database/two-tenants.fixture.ts'
import { testDatabase } from '../../test/support/database.ts'

const { db } = await testDatabase()
beforeAll(() => fillTenant(db, 'mine'))

const readDesk = () =>
  db.system('test').write((tx) => tx.submissionDesk.findUniqueOrThrow({ where: { id: 'mine-form' } }))

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
