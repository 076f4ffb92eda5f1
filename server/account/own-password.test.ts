import { describe, expect, it } from 'vitest'
import { RATES } from '#domain/limits'
import { call, makeUser, signIn, TEST_PASSWORD } from '../test/support/factories.ts'
import { startAccountTests } from './account.fixture.ts'

const { url, db, NEW_PASSWORD, person, login, statusOfMe, audits } = await startAccountTests()

describe('PUT /user/me/password', () => {
  const change = (token: string, body: object) => call(url, 'PUT', '/user/me/password', { token, body })

  it('sets the password, keeps this session and ends the others', async () => {
    const { id, email, token } = await person()
    const other = await signIn(url, email)
    const answer = await change(token, { currentPassword: TEST_PASSWORD, password: NEW_PASSWORD })
    expect([answer.status, answer.body.data]).toEqual([200, { changed: true }])
    expect([await statusOfMe(token), await statusOfMe(other)]).toEqual([200, 401])
    expect((await login(email)).status).toBe(401)
    expect((await login(email, NEW_PASSWORD)).status).toBe(200)
    expect((await audits(id)).find(({ act }) => act === 'password-changed')).toMatchObject({
      actorId: id,
      detail: { sessionsEnded: 1 },
    })
  })

  it('refuses a wrong current password at its field, and counts the tries per session', async () => {
    const { id, email, token } = await person()
    const body = { currentPassword: 'wrong-horse-1', password: NEW_PASSWORD }
    for (let tries = 0; tries < RATES.proofPerSession.max; tries++) {
      const answer = await change(token, body)
      expect(answer.status).toBe(400)
      expect(answer.body.fields).toEqual({ currentPassword: 'This is not your current password.' })
    }
    for (const _time of ['once', 'again']) expect((await change(token, body)).status).toBe(429)
    expect((await login(email)).status).toBe(200)
    // Once a minute.
    expect((await audits(id)).filter(({ act }) => act !== 'sign-in')).toMatchObject([
      { act: 'proof-refused', actorId: id, detail: { throttled: 'session' } },
    ])
  })

  it.each([
    ['short-1', 'Password must be at least 8 characters long.'],
    ['no-digit-here', 'Password must contain at least one number.'],
    [`1${'x'.repeat(300)}`, 'Password must be at most 256 characters long.'],
  ])('refuses %s in the words of the spec', async (password, sentence) => {
    const { token } = await person()
    const { status, body } = await change(token, { currentPassword: TEST_PASSWORD, password })
    expect([status, body.error, body.fields]).toEqual([400, sentence, { password: sentence }])
  })

  it('works for somebody without a company', async () => {
    const user = await makeUser({ db })
    const token = await signIn(url, user.email)
    const answer = await change(token, { currentPassword: TEST_PASSWORD, password: NEW_PASSWORD })
    expect(answer.status).toBe(200)
  })
})
