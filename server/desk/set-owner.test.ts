import { expect, test } from 'vitest'
import { call, makeRole, makeUser } from '../test/support/factories.ts'
import { startDeskTests } from './desk.fixture.ts'

const { url, services, system, tenant, put, read, admin, audited } = await startDeskTests()
const own = await tenant()
const other = await tenant()

const makeTeam = (companyId: string, name: string) =>
  system((client) => client.team.create({ data: { name, companyId } }))

test('assigns to a colleague and a team, keeps what is not sent, and clears by null', async () => {
  const id = await own.submission()
  const team = await makeTeam(own.company.id, 'East')
  const assign = async (body: object) => (await put(own.clerkToken, id, 'owner', body)).data
  const owner = { id: own.clerk.id, name: 'Clara Clerk' }
  expect(await assign({ userId: own.clerk.id })).toMatchObject({ owner, team: null })
  expect(await assign({ teamId: team.id })).toMatchObject({ owner, team: { name: 'East' } })
  expect(await assign({ userId: null })).toMatchObject({ owner: null, team: { name: 'East' } })
  expect(await assign({ teamId: null })).toMatchObject({ owner: null, team: null })
  expect((await audited(id)).map(({ detail }) => detail)).toEqual([
    { owner: 'Clara Clerk', team: null },
    { owner: 'Clara Clerk', team: 'East' },
    { owner: null, team: 'East' },
    { owner: null, team: null },
  ])
})

test('refuses other people and teams with a sentence, and changes nothing', async () => {
  const id = await own.submission()
  const before = await read(id)
  const role = await makeRole(services, { permissions: ['page:main'] })
  const mine = { companyId: own.company.id }
  const people = [
    other.clerk,
    await makeUser(services, { ...mine, roleId: own.clerk.roleId, active: false }),
    await makeUser(services, { ...mine, roleId: role.id }),
    await makeUser(services, mine),
    { id: 'nobody' },
  ]
  for (const token of [own.bossToken, admin]) {
    for (const { id: userId } of people) {
      expect(await put(token, id, 'owner', { userId })).toMatchObject({
        status: 400,
        error: 'The owner must be an active user of this company who can open submissions.',
      })
    }
    const teamId = (await makeTeam(other.company.id, 'West')).id
    expect(await put(token, id, 'owner', { teamId })).toMatchObject({
      status: 400,
      error: 'Choose a team of this company.',
    })
  }
  const updatedAt = '2026-01-01T00:00:00.000Z'
  expect((await put(own.bossToken, id, 'owner', { userId: null, updatedAt })).status).toBe(409)
  expect((await put(other.bossToken, id, 'owner', { userId: other.boss.id })).status).toBe(404)
  expect([await read(id), await audited(id)]).toEqual([before, []])
})

test('lets the provider take a submission, and offers everyone who can be assigned', async () => {
  const id = await own.submission()
  const choicesFor = async (token: string) =>
    (await call(url, 'GET', `/form/submissions/${id}/choices`, { token })).body.data as {
      users: { id: string; name: string }[]
      moves: { key: string; reasons: object[] }[]
    }
  const provider = (await choicesFor(admin)).users[0]
  expect((await put(admin, id, 'owner', { userId: provider?.id })).data.owner).toEqual(provider)
  const clerk = await choicesFor(own.clerkToken)
  expect(clerk.users.map((user) => user.name)).toEqual(['Clara Clerk', 'Test User'])
  expect(clerk.moves.map(({ key }) => key)).toEqual(['in_review', 'documents_needed', 'with_funder'])
  const boss = await choicesFor(own.bossToken)
  expect(boss.moves.filter(({ reasons }) => reasons.length > 0).map(({ key }) => key)).toEqual([
    'declined',
    'withdrawn',
  ])
})
