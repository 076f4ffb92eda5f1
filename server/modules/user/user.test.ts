import { afterEach, describe, expect, it } from 'vitest'
import { ROLE_PRESETS, type Permission, type UserType } from '#domain/permissions'
import { asSystem } from '../../auth/actor.ts'
import { LIMITS } from '#domain/limits'
import type { User } from '../../generated/client.ts'
import {
  call,
  makeCompany,
  makeCompanyAdmin,
  makeLink,
  makeRole,
  makeUser,
  signIn,
  TEST_PASSWORD,
} from '../../test/support/factories.ts'
import { switchOtpOn } from '../../test/support/one-time-code.ts'
import { startTestServer, TEST_ADMIN } from '../../test/support/server.ts'

const { url, services } = await startTestServer({ seedDemo: false })
const db = <T>(work: Parameters<typeof asSystem<T>>[2]) => asSystem(services.db, 'test', work)

const admin = await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password)
const [acme, other] = [await makeCompany(services), await makeCompany(services)]
const [userRole, adminRole] = await db((client) =>
  Promise.all([
    client.role.findFirstOrThrow({ where: { name: 'User' } }),
    client.role.findFirstOrThrow({ where: { name: 'Admin' } }),
  ]),
)

type RoleOptions = { userType?: UserType; permissions?: Permission[]; companyId?: string; isStatic?: boolean }
async function role({ isStatic = false, companyId = acme.id, ...rest }: RoleOptions = {}) {
  const made = await makeRole(services, { companyId, ...rest })
  return isStatic ? db((client) => client.role.update({ where: { id: made.id }, data: { isStatic } })) : made
}
const person = async (roleId: string | null, companyId: string | null = acme.id): Promise<User> =>
  makeUser(services, { roleId, companyId })
const makeTeam = (name: string, companyId: string | null) =>
  db((client) => client.team.create({ data: { name, companyId } }))

const companyAdminRole = await role({
  userType: 'company',
  permissions: [...ROLE_PRESETS.companyAdmin.permissions],
  isStatic: true,
})
const staffRole = await role({
  permissions: ['page:main', 'page:forms', 'page:users', 'user:create', 'user:update'],
})
const strongRole = await role({ permissions: ['page:main', 'page:forms', 'company:update'] })
const boss = await person(companyAdminRole.id)
const staff = await person(staffRole.id)
const strong = await person(strongRole.id)
const peer = await person(userRole.id)
const adminHere = await person(adminRole.id)
const superAdmin = await makeUser(services, { companyId: acme.id, isAdmin: true })
const [bossToken, staffToken] = [await signIn(url, boss.email), await signIn(url, staff.email)]
const [east, theirs] = [await makeTeam('East', acme.id), await makeTeam('Theirs', other.id)]
const strangersRole = await role({ companyId: other.id })
const stranger = await person(strangersRole.id, other.id)

let serial = 0
const newcomer = (changes: object = {}) => {
  serial += 1
  return { name: 'New Comer', email: `new-${serial}@example.com`, password: 'correct-horse-1', ...changes }
}
const create = (body: object, as = bossToken) => call(url, 'POST', '/user/create', { token: as, body })
const update = (id: string, body: object, as = bossToken) =>
  call(url, 'PUT', `/user/update/${id}`, { token: as, body })
const read = (id: string, as = bossToken) => call(url, 'GET', `/user/get/${id}`, { token: as })
const list = (query = '', as = bossToken) => call(url, 'GET', `/user/get${query}`, { token: as })
const query = (name: string, value: unknown) => `?${name}=${encodeURIComponent(JSON.stringify(value))}`
const refusedAt = (status: number, field: string, sentence: unknown = expect.any(String)) => ({
  status,
  body: { status: 'error', fields: { [field]: sentence } },
})
const logins = (email: string, password: string) =>
  call(url, 'POST', '/auth/login', { body: { email, password } }).then(({ status }) => status)
type Row = { id: string; slug: string; lastSignInAt: string | null; updatedAt: string }
const rowOf = (answer: { body: Record<string, unknown> }): Row => answer.body.data as Row

describe('a user', () => {
  it('is made, read, signs in, is changed, and all of it is written down without a password', async () => {
    const body = newcomer({ name: ' Jane Doe ', role: userRole.id, team: east.id, company: '', slug: '' })
    const made = await create(body)
    expect(made).toMatchObject({
      status: 200,
      body: {
        data: {
          name: 'Jane Doe',
          email: body.email,
          isAdmin: false,
          active: true,
          role: { id: userRole.id, name: 'User', userType: 'user', isStatic: false },
          slug: null,
          teams: [{ id: east.id, name: 'East' }],
          company: { id: acme.id, nameOut: acme.nameOut },
        },
      },
    })
    const { id, updatedAt } = rowOf(made)
    expect((await read(id)).body.data).toEqual(made.body.data)
    expect(await logins(body.email, body.password)).toBe(200)

    const changed = await update(id, {
      email: `JANE-${body.email}`,
      name: 'Jane Roe',
      role: strongRole.id,
      team: [],
      company: acme.id,
      slug: 'Jané & Co.',
      updatedAt,
    })
    // The company admin does not hold company:update, so that role is not hers to give.
    expect(changed).toMatchObject(refusedAt(403, 'role'))
    const again = await update(id, {
      email: `JANE-${body.email}`,
      team: [],
      slug: 'Jané & Co.',
      password: 'tr0ubador-9',
    })
    expect(again.body.data).toMatchObject({ email: `JANE-${body.email}`, teams: [], slug: 'jane-co' })

    const entries = await db((client) =>
      client.auditEntry.findMany({
        where: { objectId: id, act: { startsWith: 'user-' } },
        orderBy: { id: 'asc' },
      }),
    )
    expect(entries).toMatchObject([
      { act: 'user-created', actorId: boss.id, companyId: acme.id, detail: { before: null } },
      {
        act: 'user-updated',
        detail: {
          before: { email: body.email, teams: [east.id], slug: null },
          after: { teams: [], slug: 'jane-co', passwordChanged: true },
        },
      },
    ])
    const everything = JSON.stringify([
      made.body,
      again.body,
      entries.map(({ detail }) => detail),
      (await list()).body,
    ])
    for (const secret of [body.password, 'tr0ubador-9', 'argon2', 'passwordHash', 'emailKey']) {
      expect(everything).not.toContain(secret)
    }
  })

  it('keeps what an update leaves out, and loses what it empties', async () => {
    const { id } = rowOf(
      await create(newcomer({ role: userRole.id, team: [east.id, east.id], slug: 'stays' })),
    )
    expect((await update(id, { name: 'Only The Name', password: '' })).body.data).toMatchObject({
      name: 'Only The Name',
      role: { id: userRole.id },
      teams: [{ id: east.id }],
      slug: 'stays',
    })
    expect((await update(id, { role: '', team: null, slug: null })).body.data).toMatchObject({
      role: null,
      teams: [],
      slug: null,
    })
  })

  it('is not written over when somebody else has changed it meanwhile', async () => {
    const { id, updatedAt } = rowOf(await create(newcomer()))
    const answers = await Promise.all(['One', 'Two'].map((name) => update(id, { name, updatedAt })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('stale')
  })

  it('has an email of its own, whatever its case, in whichever company', async () => {
    const taken = refusedAt(409, 'email', 'There is a user with this email already.')
    expect(await create(newcomer({ email: ` ${stranger.email.toUpperCase()} ` }))).toMatchObject(
      refusedAt(409, 'email', 'This e-mail address cannot be used.'),
    )
    const body = newcomer()
    const answers = await Promise.all([create(body), create(body)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const { id } = rowOf(await create(newcomer()))
    expect(await update(id, { email: body.email })).toMatchObject(taken)
  })

  it.each([
    [{ name: ' ' }, 'name', 'name is required.'],
    [{ email: '' }, 'email', 'email must be an e-mail address.'],
    [{ password: 'short1' }, 'password', 'Password must be at least 8 characters long.'],
    [{ password: 'no-digit-here' }, 'password', 'Password must contain at least one number.'],
    [
      { password: `1${'x'.repeat(LIMITS.passwordMaxLength)}` },
      'password',
      'Password must be at most 256 characters long.',
    ],
    [{ active: 'true' }, 'active', expect.any(String)],
    [{ isAdmin: true }, 'isAdmin', expect.any(String)],
    [{ passwordHash: 'x' }, 'passwordHash', expect.any(String)],
    [{ company: 'nowhere' }, 'company', expect.any(String)],
    [{ company: other.id }, 'company', expect.any(String)],
    [{ role: 'no-such-role' }, 'role', expect.any(String)],
    [{ role: strangersRole.id }, 'role', 'This role is not there to be chosen.'],
    [{ team: theirs.id }, 'team', 'The teams of a user belong to the company of the user.'],
    [{ team: [east.id, theirs.id] }, 'team', 'The teams of a user belong to the company of the user.'],
  ])('is refused with %j', async (changes, field, sentence) => {
    expect(await create(newcomer(changes))).toMatchObject(refusedAt(400, field, sentence))
    const { id } = rowOf(await create(newcomer()))
    expect(await update(id, changes)).toMatchObject(refusedAt(400, field, sentence))
  })
})

describe('a slug', () => {
  it('is taken when nobody has it, as a link or a wish, in any company; else one is made', async () => {
    await makeLink(services, other.id, { slug: 'taken-by-link' })
    const { id } = rowOf(await create(newcomer({ slug: 'My Own' })))
    const made = expect.stringMatching(/^[0-9a-f]{20}$/)
    expect(rowOf(await create(newcomer({ slug: 'my-own' }))).slug).toEqual(made)
    expect(rowOf(await create(newcomer({ slug: 'Taken by link' }))).slug).toEqual(made)
    expect(rowOf(await create(newcomer({ slug: '???' }))).slug).toEqual(made)
    await makeLink(services, acme.id, { slug: 'my-own', userId: id })
    expect(rowOf(await update(id, { slug: 'my-own' })).slug).toBe('my-own')
    const wish = rowOf(await create(newcomer({ slug: 'lost since' })))
    await makeLink(services, other.id, { slug: 'lost-since' })
    expect(rowOf(await update(wish.id, { slug: 'lost-since', name: 'Same' })).slug).toBe('lost-since')
  })
})

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

describe('sessions', () => {
  it.each([
    ['a new password', { password: 'brand-new-1' }, { old: 401, fresh: 200 }],
    ['being deactivated', { active: false }, { old: 401, fresh: 401 }],
  ])('end with %s', async (_what, body, { old, fresh }) => {
    const user = await person(userRole.id)
    const token = await signIn(url, user.email)
    expect((await update(user.id, body)).status).toBe(200)
    expect((await call(url, 'GET', '/user/me', { token })).status).toBe(401)
    expect(await db((client) => client.loginSession.count({ where: { userId: user.id } }))).toBe(0)
    expect(await logins(user.email, 'brand-new-1')).toBe(fresh)
    expect(await logins(user.email, TEST_PASSWORD)).toBe(old)
  })

  it('are to be had again once active again', async () => {
    const user = await makeUser(services, { companyId: acme.id, active: false })
    expect(await logins(user.email, TEST_PASSWORD)).toBe(401)
    expect((await update(user.id, { active: true })).body.data).toMatchObject({ active: true })
    expect(await logins(user.email, TEST_PASSWORD)).toBe(200)
  })
})

describe('what goes with the password', () => {
  const resets = (userId: string) => db((client) => client.passwordReset.count({ where: { userId } }))

  it.each([
    ['a new password', { password: 'brand-new-1' }, 0],
    ['another address', { email: 'moved-away@example.com' }, 0],
    ['being deactivated', { active: false }, 0],
    ['another name', { name: 'Somebody Else' }, 1],
  ])('with %s, as many links for a new one work on as expected', async (_what, body, left) => {
    const { id } = await person(userRole.id)
    await db((client) =>
      client.passwordReset.create({
        data: {
          id: `hash of ${id}`,
          userId: id,
          boundTo: new Uint8Array(),
          expiresAt: new Date(Date.now() + 60_000),
        },
      }),
    )
    expect((await update(id, body)).status).toBe(200)
    expect(await resets(id)).toBe(left)
  })

  it('the second step is switched off for somebody who has lost it, by whoever might set the password', async () => {
    const user = await person(userRole.id)
    await switchOtpOn(url, await signIn(url, user.email))
    expect(await logins(user.email, TEST_PASSWORD)).toBe(401)
    const strongerOne = await person(companyAdminRole.id)
    expect(await update(strongerOne.id, { otp: false }, staffToken)).toMatchObject({
      status: 403,
      body: { fields: { otp: expect.any(String) } },
    })
    expect((await update(user.id, { otp: true })).status).toBe(400)
    expect((await update(user.id, { otp: false })).status).toBe(200)
    expect(await logins(user.email, TEST_PASSWORD)).toBe(200)
    expect(await update(boss.id, { otp: false }, bossToken)).toMatchObject({ status: 403 })
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

describe('the list of users', () => {
  it('is searched, sorted and cut on the server, of the own company alone', async () => {
    await makeUser(services, { name: 'Zoe %_ Findable', companyId: acme.id, roleId: userRole.id })
    await makeUser(services, { name: 'Zoe %_ Findable', companyId: other.id })
    const found = await list(query('filter', { q: 'findable', columns: ['name'] }))
    expect(found.body).toMatchObject({ total: 1, data: [{ name: 'Zoe %_ Findable' }] })
    expect(
      (await list(query('filter', { q: 'findable', columns: ['email', 'role', 'company'] }))).body.total,
    ).toBe(0)
    expect((await list(query('filter', { q: acme.nameOut }))).body.total).toBeGreaterThan(3)
    for (const column of ['name', 'email', 'company', 'role', 'lastSignInAt', 'updatedAt']) {
      const sorted = await list(`${query('sort', [column, 'ASC'])}&range=[0,1]`)
      expect(sorted.body.data).toHaveLength(2)
      expect(sorted.headers.get('content-range')).toMatch(/^users 0-1\/\d+$/)
    }
    expect(JSON.stringify((await list()).body)).not.toContain(other.id)
    const theirToken = await signIn(url, (await makeCompanyAdmin(services, other.id)).email)
    expect(JSON.stringify((await list('', theirToken)).body)).not.toContain(acme.id)
  })

  it('tells when a user has last signed in, which is no edit of the user', async () => {
    const { id, email, updatedAt } = await makeUser(services, { companyId: acme.id })
    const read = async () => rowOf(await call(url, 'GET', `/user/get/${id}`, { token: bossToken }))
    expect(await read()).toMatchObject({ lastSignInAt: null })
    const before = Date.now() - 1000
    await Promise.all([signIn(url, email), signIn(url, email)])
    const { lastSignInAt, ...row } = await read()
    expect(Date.parse(lastSignInAt ?? '')).toBeGreaterThan(before)
    expect(row.updatedAt).toBe(updatedAt.toISOString())
  })
})
