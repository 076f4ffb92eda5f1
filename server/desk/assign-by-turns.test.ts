import { expect, test, vi } from 'vitest'
import { lockRow } from '../platform/database/lock-row.ts'
import { submissionAccepted } from '../jobs/submission-accepted.job.ts'
import { call, makeUser } from '../test/support/factories.ts'
import { startDeskTests } from './desk.fixture.ts'

const { url, services, system, tenant, read, put, audited } = await startDeskTests()

async function start(names: string[], { active = true } = {}) {
  const own = await tenant()
  const ids: string[] = []
  for (const name of names) {
    const changes = { companyId: own.company.id, roleId: own.clerk.roleId, name, active }
    ids.push((await makeUser(services, changes)).id)
  }
  const team = await system((client) =>
    client.team.create({
      data: {
        name: 'East',
        companyId: own.company.id,
        members: { create: ids.map((userId) => ({ userId })) },
      },
    }),
  )
  const arrive = async () => {
    const id = await own.submission()
    const { linkId } = await read(id)
    const answer = await call(url, 'PUT', `/generated-link/update/${linkId}`, {
      token: own.bossToken,
      body: { teamId: team.id },
    })
    expect(answer.body.data).toMatchObject({ team: { name: 'East' } })
    return id
  }
  return { ...own, ids, arrive }
}

test('the members of the team of a link own its submissions by turns, at the same moment too', async () => {
  const { arrive, ids } = await start(['Ann', 'Bob', 'Cleo'])
  const submissions: string[] = []
  for (let count = 0; count < 9; count += 1) submissions.push(await arrive())
  await Promise.all(submissions.map((id) => submissionAccepted(services, { id })))
  const owners = await Promise.all(submissions.map(async (id) => (await read(id)).ownerId))
  expect(owners.toSorted()).toEqual([...ids, ...ids, ...ids].toSorted())
  const entries = await audited(submissions[0] ?? '')
  expect(entries).toMatchObject([
    { act: 'submission-owner-changed', actorName: 'System', detail: { team: 'East' } },
  ])
  // A repeated job leaves the owner.
  await submissionAccepted(services, { id: submissions[0] ?? '' })
  expect((await read(submissions[0] ?? '')).ownerId).toBe(owners[0])
})

test('who cannot work gets nothing: the team then has it alone', async () => {
  const { arrive, ids } = await start(['Ann', 'Bob'])
  await system((client) => client.user.update({ where: { id: ids[0] }, data: { active: false } }))
  const [first, second] = [await arrive(), await arrive()]
  await submissionAccepted(services, { id: first })
  expect((await read(first)).ownerName).toBe('Bob')
  await system((client) => client.user.updateMany({ where: { id: { in: ids } }, data: { active: false } }))
  await submissionAccepted(services, { id: second })
  expect(await read(second)).toMatchObject({ ownerId: null, teamId: expect.any(String) })
})

test('a team that went to another company gets nothing more', async () => {
  const [own, other] = [await start(['Ann']), await tenant()]
  const id = await own.arrive()
  const { companyId } = await read(id)
  const data = { companyId: other.company.id }
  await system((client) => client.team.updateMany({ where: { companyId }, data }))
  await submissionAccepted(services, { id })
  expect(await read(id)).toMatchObject({ ownerId: null, teamId: null })
  expect(await audited(id)).toEqual([])
})

test('a link takes teams of its company, from its users', async () => {
  const [own, other] = [await start(['Ann']), await start(['Bob'])]
  const { linkId } = await read(await own.submission())
  const { teamId } = await read(await other.arrive()).then(({ linkId: id }) =>
    system((client) => client.generatedLink.findUniqueOrThrow({ where: { id } })),
  )
  const set = (token: string) =>
    call(url, 'PUT', `/generated-link/update/${linkId}`, { token, body: { teamId } })
  expect(await set(own.bossToken)).toMatchObject({
    status: 400,
    body: { error: 'This team is not there to be chosen.' },
  })
  expect((await set(own.clerkToken)).status).toBe(400)
  expect((await set(other.bossToken)).status).toBe(404)
})

test('who takes a submission while it is assigned either keeps it or is told', async () => {
  const { arrive, clerk, clerkToken } = await start(['Ann'])
  const id = await arrive()
  const { link } = await system((client) =>
    client.submissionDesk.findUniqueOrThrow({ where: { id }, select: { link: true } }),
  )
  let free = () => {}
  const isHeld = new Promise<void>((held) => {
    void services.db.system('test').write(async (tx) => {
      await lockRow(tx, 'Team', link.teamId ?? '')
      held()
      await new Promise<void>((resolve) => (free = resolve))
    })
  })
  await isHeld
  const assigned = submissionAccepted(services, { id })
  await waitForLock()
  const taken = put(clerkToken, id, 'owner', { userId: clerk.id })
  await Promise.race([taken, waitForLock(2)])
  free()
  const [{ status }] = await Promise.all([taken, assigned])
  expect([status, (await read(id)).ownerName]).toEqual(status === 200 ? [200, 'Clara Clerk'] : [409, 'Ann'])
})

const waitForLock = (count = 1) =>
  vi.waitFor(async () => {
    const waiting = await system(
      (client) => client.$queryRaw`SELECT FROM pg_stat_activity
        WHERE "datname" = current_database() AND "wait_event_type" = 'Lock'`,
    )
    expect(waiting).toHaveLength(count)
  }, 30_000)
