import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import { call, makeUser, signIn } from '../../test/support/factories.ts'
import { TEST_ADMIN } from '../../test/support/server.ts'
import { startUserTests } from './user.fixture.ts'

const {
  url,
  services,
  db,
  admin,
  acme,
  other,
  userRole,
  role,
  person,
  makeTeam,
  east,
  newcomer,
  create,
  update,
  read,
  refusedAt,
  rowOf,
} = await startUserTests()

describe('another company', () => {
  it('is given by admins, and what belongs to the old one stays there', async () => {
    const token = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
    const own = await role()
    const { id } = rowOf(await create(newcomer({ role: own.id, team: east.id, company: acme.id }), token))
    await db((client) => client.team.update({ where: { id: east.id }, data: { leaderId: id } }))
    await db((client) => client.company.update({ where: { id: acme.id }, data: { leadId: id } }))
    expect(await update(id, { company: other.id }, token)).toMatchObject(refusedAt(400, 'role'))
    expect(await update(id, { company: other.id, role: '', team: [east.id] }, token)).toMatchObject(
      refusedAt(400, 'team'),
    )
    const moved = await update(id, { company: other.id, role: userRole.id }, token)
    expect(moved.body.data).toMatchObject({ company: { id: other.id }, teams: [], role: { id: userRole.id } })
    expect((await read(id)).status).toBe(404)
    const [team, company] = await db((client) =>
      Promise.all([
        client.team.findUniqueOrThrow({ where: { id: east.id } }),
        client.company.findUniqueOrThrow({ where: { id: acme.id } }),
      ]),
    )
    expect([team.leaderId, company.leadId]).toEqual([null, null])
    const logged = await db((client) =>
      client.auditEntry.findMany({ where: { objectId: id, act: 'user-updated' } }),
    )
    expect(logged.map(({ companyId }) => companyId).toSorted()).toEqual([acme.id, other.id].toSorted())
    const none = await update(id, { company: null, role: null }, token)
    expect(none.body.data).toMatchObject({ company: null, role: null })
  })

  it('or another role ends only what one may not lead any more', async () => {
    const lead = (companyId: string, leadId: string) =>
      db((client) => client.company.update({ where: { id: companyId }, data: { leadId } }))
    const leads = async () =>
      (
        await db((client) =>
          client.company.findMany({
            where: { leadId: user.id },
            select: { id: true },
            orderBy: { id: 'asc' },
          }),
        )
      ).map(({ id }) => id)
    const houseRole = await db((client) =>
      client.role.create({ data: { name: 'House', userType: 'admin', permissions: [] } }),
    )
    const user = await person(houseRole.id, acme.id)
    await lead(acme.id, user.id)
    await lead(other.id, user.id)
    expect((await update(user.id, { company: null }, admin)).status).toBe(200)
    expect(await leads()).toEqual([acme.id, other.id].toSorted())
    await update(user.id, { company: acme.id }, admin)
    expect((await update(user.id, { role: userRole.id }, admin)).status).toBe(200)
    expect(await leads()).toEqual([acme.id])
    expect((await update(user.id, { role: null }, admin)).status).toBe(200)
    expect(await leads()).toEqual([acme.id])
  })

  it('joins no team that is full', async () => {
    const { id } = await makeTeam('Full', acme.id)
    const users = Array.from({ length: LIMITS.teamMembers }, (_, index) => ({
      name: 'Filler',
      email: `filler-${index}@example.com`,
      emailKey: `filler-${index}@example.com`,
      passwordHash: '',
      companyId: acme.id,
    }))
    const made = await db((client) => client.user.createManyAndReturn({ data: users, select: { id: true } }))
    await db((client) =>
      client.teamMember.createMany({ data: made.map((user) => ({ userId: user.id, teamId: id })) }),
    )
    const full = refusedAt(409, 'team', 'A team has at most 100 members.')
    expect(await create(newcomer({ team: id }))).toMatchObject(full)
    expect((await update(made[0]?.id ?? '', { team: [id], name: 'Stays in' })).status).toBe(200)
  })

  it("is not for an admin's own record", async () => {
    const token = await signIn(url, (await makeUser(services, { isAdmin: true })).email)
    const me = rowOf(await call(url, 'GET', '/user/me', { token }))
    expect(await update(me.id, { company: acme.id }, token)).toMatchObject(refusedAt(403, 'company'))
  })
})
