import { afterEach, describe, expect, it } from 'vitest'
import { type Permission } from '#domain/permissions'
import type { User } from '../../generated/client.ts'
import { call, makeApiKey, makeUser, signIn, TEST_PASSWORD } from '../../test/support/factories.ts'
import { startUserTests } from './user.fixture.ts'

const {
  url,
  services,
  db,
  admin,
  acme,
  userRole,
  adminRole,
  role,
  person,
  companyAdminRole,
  staffRole,
  strongRole,
  boss,
  staff,
  bossToken,
  staffToken,
  strangersRole,
  stranger,
  newcomer,
  create,
  update,
  read,
  list,
  refusedAt,
  logins,
  rowOf,
} = await startUserTests()

const strong = await person(strongRole.id)
const peer = await person(userRole.id)
const adminHere = await person(adminRole.id)
const superAdmin = await makeUser(services, { companyId: acme.id, isAdmin: true })

describe('roles', () => {
  const asAdmin = async () => rowOf(await create(newcomer({ company: acme.id }), admin)).id

  it.each([
    ['a company admin', () => bossToken, () => userRole.id, 200],
    ['a company admin', () => bossToken, () => companyAdminRole.id, 200],
    ['a company admin', () => bossToken, () => strongRole.id, 403],
    ['a company admin', () => bossToken, () => adminRole.id, 403],
    ['staff', () => staffToken, () => userRole.id, 200],
    ['staff', () => staffToken, () => staffRole.id, 200],
    ['staff', () => staffToken, () => companyAdminRole.id, 403],
    ['an admin', () => admin, () => strongRole.id, 200],
    ['an admin', () => admin, () => adminRole.id, 200],
    ['an admin', () => admin, () => strangersRole.id, 400],
  ])('are given by %s only where they may be (%#)', async (_who, token, roleId, status) => {
    const id = await asAdmin()
    const answers = [
      await create(newcomer({ role: roleId(), company: acme.id }), token()),
      await update(id, { role: roleId() }, token()),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(status)
      if (status !== 200) expect(answer.body.fields).toHaveProperty('role')
    }
    expect((await read(id, admin)).body.data).toMatchObject({
      role: status === 200 ? { id: roleId() } : null,
    })
  })

  it('of the system stay, and may be sent as they are', async () => {
    const { id } = await person(companyAdminRole.id)
    for (const token of [bossToken, admin]) {
      expect(await update(id, { role: userRole.id }, token)).toMatchObject(
        refusedAt(400, 'role', 'This user has a system role that cannot be changed.'),
      )
    }
    expect((await update(id, { role: companyAdminRole.id, name: 'Same' })).status).toBe(200)
  })

  it('take effect on the next request', async () => {
    const user = await person(userRole.id)
    const token = await signIn(url, user.email)
    expect((await list('', token)).status).toBe(403)
    await update(user.id, { role: staffRole.id }, admin)
    expect((await list('', token)).status).toBe(200)
  })
})

describe('authority', () => {
  const beyond = 'This user may do more than you. Somebody who may do as much has to change this.'
  const PASSWORD = { password: 'brand-new-1' }

  it.each<[string, string, User, object, string]>([
    ['staff', staffToken, boss, PASSWORD, 'password'],
    ['staff', staffToken, boss, { email: 'mine@example.com' }, 'email'],
    ['staff', staffToken, boss, { active: false }, 'active'],
    ['staff', staffToken, strong, PASSWORD, 'password'],
    ['staff', staffToken, strong, { email: 'mine@example.com' }, 'email'],
    ['a company admin', bossToken, strong, PASSWORD, 'password'],
    ['a company admin', bossToken, strong, { email: 'mine@example.com' }, 'email'],
    ['a company admin', bossToken, strong, { otp: false }, 'otp'],
    ['staff', staffToken, strong, { role: '' }, ''],
    ['staff', staffToken, peer, PASSWORD, ''],
    ['a company admin', bossToken, peer, PASSWORD, ''],
    ['an admin', admin, boss, { name: 'Boss' }, ''],
  ])(
    'of %s over somebody is judged by rank and by what they hold (%#)',
    async (_who, token, user, body, field) => {
      const answer = await update(user.id, body, token)
      if (field === '') expect(answer.status).toBe(200)
      else expect(answer).toMatchObject(refusedAt(403, field, beyond))
    },
  )

  it('tells a key that only people deactivate users', async () => {
    const key = await makeApiKey(services, boss.id, ['user:update'], { companyId: boss.companyId })
    const person = "An API key can't do this. Sign in and do it yourself."
    expect(await update(peer.id, { active: false }, key)).toMatchObject(refusedAt(403, 'active', person))
  })

  it.each([
    ['an admin', adminHere],
    ['a super admin', superAdmin],
  ])('over %s is for admins', async (_who, user) => {
    for (const body of [{ name: 'x' }, PASSWORD, { active: false }, { role: userRole.id }]) {
      expect(await update(user.id, body)).toMatchObject({
        status: 403,
        body: { code: 'forbidden', error: 'Only admins can change an admin.' },
      })
    }
    expect((await update(user.id, { name: 'By an admin' }, admin)).status).toBe(200)
  })

  it.each([
    ['role', { role: userRole.id }, 403],
    ['active', { active: false }, 403],
    ['password', PASSWORD, 403],
    ['company', { company: '' }, 200],
    ['name', { name: 'My Name' }, 200],
    ['what stays as it is', { role: staffRole.id, active: true, company: acme.id, email: staff.email }, 200],
  ])('over oneself does not reach the %s', async (field, body, status) => {
    const answer = await update(staff.id, body, staffToken)
    expect(answer.status).toBe(status)
    if (status !== 200) expect(answer.body.fields).toHaveProperty(field)
    expect((await read(staff.id)).body.data).toMatchObject({ company: { id: acme.id }, active: true })
  })

  it('over the own address needs the own password', async () => {
    const user = await person(staffRole.id)
    const theirs = await signIn(url, user.email)
    const email = `moved-${user.email}`
    const refused = refusedAt(400, 'currentPassword')
    expect(await update(user.id, { email }, theirs)).toMatchObject(refused)
    expect(await update(user.id, { email, currentPassword: 'wrong-horse-1' }, theirs)).toMatchObject(refused)
    expect((await update(user.id, { email: user.email.toUpperCase() }, theirs)).status).toBe(200)
    const moved = await update(user.id, { email, currentPassword: TEST_PASSWORD }, theirs)
    expect(moved.body.data).toMatchObject({ email })
    expect(await logins(email, TEST_PASSWORD)).toBe(200)
  })

  it("ends at the own company's users", async () => {
    const token = (await read(stranger.id)).body
    expect(token.code).toBe('not_found')
    expect(await update(stranger.id, { name: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect(await update('no-such-user', { name: 'x' })).toMatchObject({ status: 404 })
    const nowhere = await signIn(url, (await person(staffRole.id, null)).email)
    expect((await create(newcomer(), nowhere)).status).toBe(403)
    expect((await list('', nowhere)).body).toMatchObject({ total: 0, data: [] })
  })

  it.each([
    [['page:users'], [200, 403, 403]],
    [['user:read'], [200, 403, 403]],
    [['user:create'], [403, 200, 403]],
    [['action:create'], [403, 200, 403]],
    [['user:update'], [403, 403, 200]],
    [['action:edit'], [403, 403, 200]],
    [['page:forms'], [403, 403, 403]],
  ] as [Permission[], number[]][])('with %j lists, makes, changes: %j', async (permissions, statuses) => {
    const token = await signIn(url, (await person((await role({ permissions })).id)).email)
    const subject = await person(null)
    const answers = [
      await list('', token),
      await create(newcomer(), token),
      await update(subject.id, { name: 'x' }, token),
    ]
    expect(answers.map(({ status }) => status)).toEqual(statuses)
    expect((await read(subject.id, token)).status).toBe(statuses[0])
  })

  it('is nobody’s without a session', async () => {
    const answers = await Promise.all([
      call(url, 'GET', '/user/get'),
      call(url, 'GET', `/user/get/${staff.id}`),
      call(url, 'POST', '/user/create', { body: newcomer() }),
      call(url, 'PUT', `/user/update/${staff.id}`, { body: { name: 'x' } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  })
})

describe('the last admin', () => {
  afterEach(async () => {
    await db((client) => client.user.updateMany({ where: { isAdmin: true }, data: { active: true } }))
  })

  it('stays, though two deactivate each other at once', async () => {
    const [one, two] = [await person(adminRole.id, null), await person(adminRole.id, null)]
    const tokens = [await signIn(url, one.email), await signIn(url, two.email)]
    await db((client) =>
      client.user.updateMany({
        where: { id: { notIn: [one.id, two.id] }, OR: [{ isAdmin: true }, { roleId: adminRole.id }] },
        data: { active: false },
      }),
    )
    const answers = await Promise.all([
      update(two.id, { active: false }, tokens[0]),
      update(one.id, { active: false }, tokens[1]),
    ])
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses[0]).toBe(200)
    expect([401, 409]).toContain(statuses[1])
    const left = await db((client) =>
      client.user.count({ where: { active: true, OR: [{ isAdmin: true }, { roleId: adminRole.id }] } }),
    )
    expect(left).toBe(1)
  })
})
