import { expect, it } from 'vitest'
import { call, makeUser, signIn } from '../test/support/factories.ts'
import { startAccountTests } from './account.fixture.ts'

const { url, db, person, audits } = await startAccountTests()

const set = (token: string, submissionMail: string) =>
  call(url, 'PUT', '/user/me', { token, body: { submissionMail } })
const chosen = async (token: string) => {
  const { body } = await call(url, 'GET', '/user/me', { token })
  return (body.data as { submissionMail: string }).submissionMail
}

it('is off until the user chooses another, which is audited once', async () => {
  const { id, token } = await person()
  expect(await chosen(token)).toBe('off')
  await db
    .system('test')
    .write((client) => client.user.update({ where: { id }, data: { submissionMailAt: new Date(0) } }))
  const began = Date.now()
  for (const mail of ['daily', 'daily'])
    expect((await set(token, mail)).body.data).toEqual({ submissionMail: mail })
  expect(await chosen(token)).toBe('daily')
  const user = await db.system('test').write((client) => client.user.findUniqueOrThrow({ where: { id } }))
  expect(user.submissionMailAt.getTime()).toBeGreaterThanOrEqual(began)
  const changes = (await audits(id)).filter(({ act }) => act === 'user-updated')
  expect(changes.map(({ detail }) => detail)).toEqual([{ submissionMail: 'daily' }])
  expect((await set(token, 'weekly')).status).toBe(400)
})

it('is not of each submission for users of no company', async () => {
  const { email } = await makeUser({ db }, { isAdmin: true })
  const token = await signIn(url, email)
  expect(await set(token, 'each')).toMatchObject({
    status: 400,
    body: { fields: { submissionMail: 'A mail of each submission goes to users of a company only.' } },
  })
  expect((await set(token, 'daily')).status).toBe(200)
})
