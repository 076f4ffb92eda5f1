import { describe, expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import { invitation } from '../../jobs/password-reset.job.ts'
import { makeLink } from '../../test/support/factories.ts'
import { mailsTo } from '../../test/support/mails.ts'
import { startUserTests } from './user.fixture.ts'

const {
  services,
  db,
  acme,
  other,
  userRole,
  strongRole,
  boss,
  east,
  theirs,
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

describe('a user', () => {
  it('is invited by mail if no password is given, and not if one is', async () => {
    const { password, ...body } = newcomer()
    const [{ id }, other] = [rowOf(await create(body)), rowOf(await create({ ...newcomer(), password }))]
    const jobs = (userId: string) =>
      db(
        (client) =>
          client.$queryRaw`SELECT 1 FROM graphile_worker.jobs WHERE key = ${`invitation:${userId}`}`,
      )
    expect([await jobs(id), await jobs(other.id)]).toMatchObject([[{}], []])
    expect(await logins(body.email, password)).toBe(401)
    await invitation(services, { id, ip: '' })
    const [mail] = await mailsTo(services, body.email)
    expect(mail).toContain('Subject: Set a password for your account')
    const days = (await db((client) => client.passwordReset.findFirstOrThrow({ where: { userId: id } })))
      .expiresAt
    expect(days.getTime() - Date.now()).toBeGreaterThan(2.9 * 24 * 60 * 60_000)
  })

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
