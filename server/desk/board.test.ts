import { expect, test } from 'vitest'
import { call, signIn } from '../test/support/factories.ts'
import { startBoardServer } from '../test/support/board.ts'
import { TEST_ADMIN } from '../test/support/server.ts'

type Column = { key: string; name: string; total: number; cards: Record<string, unknown>[] }

const { url, token, company, addSubmissions } = await startBoardServer({
  statuses: [
    { key: 'own_calling', name: 'Calling', status: 'in_review' },
    { key: 'own_old', name: 'Old', status: 'in_review', retired: true },
    { key: 'own_gone', name: 'Gone', status: 'new', retired: true },
  ],
})
const read = async (as: string) =>
  (await call(url, 'GET', '/form/board', { token: as })).body.data as Column[]

test('a company has its own columns with the newest 50 cards of each, the provider the eight', async () => {
  await addSubmissions(Array.from({ length: 51 }, (_, index) => `Bakery ${index}`))
  await addSubmissions(['Called Bakery'], { status: 'in_review', statusKey: 'own_calling' })
  await addSubmissions(['Old Bakery'], { status: 'in_review', statusKey: 'own_old' })
  const own = await read(token)
  expect(own.map(({ name, total, cards }) => [name, total, cards.length])).toEqual([
    ['Calling', 1, 1],
    ['Old', 1, 1],
    ['New', 51, 50],
    ...['In review', 'Documents needed', 'With funder', 'Approved', 'Funded', 'Declined', 'Withdrawn'].map(
      (name) => [name, 0, 0],
    ),
  ])
  expect(own[0]?.cards[0]).toMatchObject({
    legalName: 'Called Bakery',
    company: { id: company.id },
    statusName: 'Calling',
    amountRequested: 60_000,
  })
  const all = await read(await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password))
  expect(all.map(({ key, total }) => [key, total]).slice(0, 2)).toEqual([
    ['new', 51],
    ['in_review', 2],
  ])
  expect(all[1]?.cards.map(({ statusName }) => statusName).toSorted()).toEqual(['Calling', 'Old'])
})
