import { describe, expect, it } from 'vitest'
import { call, makeUser, signIn, TEST_PASSWORD } from '../../test/support/factories.ts'
import { switchOtpOn } from '../../test/support/one-time-code.ts'
import { startUserTests } from './user.fixture.ts'

const {
  url,
  services,
  db,
  acme,
  userRole,
  person,
  companyAdminRole,
  boss,
  bossToken,
  staffToken,
  update,
  logins,
} = await startUserTests()

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
