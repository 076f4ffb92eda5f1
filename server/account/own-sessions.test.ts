import { describe, expect, it } from 'vitest'
import { call, signIn, TEST_PASSWORD } from '../test/support/factories.ts'
import { startAccountTests } from './account.fixture.ts'

const { url, db, person, statusOfMe, audits, actsOf } = await startAccountTests()

describe('the own sessions', () => {
  const list = async (token: string) => {
    const { body } = await call(url, 'GET', '/user/me/sessions', { token })
    return body.data as { id: string; current: boolean; userAgent: string; ip: string }[]
  }

  it('are listed with where they are from, and without anything that signs in', async () => {
    const { email, token } = await person()
    await call(url, 'POST', '/auth/login', {
      body: { email, password: TEST_PASSWORD },
      headers: { 'x-forwarded-for': '203.0.113.5', 'user-agent': 'Phone' },
    })
    const sessions = await list(token)
    expect(sessions).toHaveLength(2)
    expect(sessions.filter(({ current }) => current)).toHaveLength(1)
    expect(sessions.find(({ current }) => !current)).toMatchObject({
      ip: '203.0.113.5',
      userAgent: 'Phone',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      lastSeenAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    const kept = await db.system('test').write((client) => client.loginSession.findMany())
    for (const { id } of sessions) expect(kept.map((row) => row.id)).not.toContain(id)
  })

  it('end one by one', async () => {
    const { id, email, token } = await person()
    const other = await signIn(url, email)
    const listed = (await list(token)).find(({ current }) => !current)
    const path = `/user/me/sessions/${listed?.id}`
    expect((await call(url, 'DELETE', path, { token })).status).toBe(200)
    expect([await statusOfMe(token), await statusOfMe(other)]).toEqual([200, 401])
    expect((await call(url, 'DELETE', path, { token })).status).toBe(404)
    expect(await actsOf(id)).toContain('session-ended')
  })

  it('of somebody else are not there', async () => {
    const [one, two] = [await person(), await person()]
    const [theirs] = await list(two.token)
    const answer = await call(url, 'DELETE', `/user/me/sessions/${theirs?.id}`, { token: one.token })
    expect([answer.status, await statusOfMe(two.token)]).toEqual([404, 200])
  })

  it('end all at once, but for this one', async () => {
    const { id, email, token } = await person()
    const others = [await signIn(url, email), await signIn(url, email)]
    const { body } = await call(url, 'DELETE', '/user/me/sessions', { token })
    expect(body.data).toEqual({ ended: 2 })
    expect(await Promise.all([token, ...others].map(statusOfMe))).toEqual([200, 401, 401])
    expect((await audits(id)).at(-1)).toMatchObject({ act: 'sessions-ended', detail: { sessionsEnded: 2 } })
  })
})
