import { expect, it } from 'vitest'
import { LIMITS } from '#domain/limits'
import { rememberDevice } from '../../auth/known-devices.ts'
import { call, makeCompany, makeCompanyAdmin, makeUser, signIn } from '../support/factories.ts'
import { startTestServer, TEST_ADMIN } from '../support/server.ts'

/** Limits on the number of rows, with more creates at the same moment than they allow. */

const { url, services } = await startTestServer({ seedDemo: false })
const { write: db } = services.db.system('test')
const company = await makeCompany(services)
const boss = await makeCompanyAdmin(services, company.id)
const [token, admin] = [
  await signIn(url, boss.email),
  await signIn(url, TEST_ADMIN.email, TEST_ADMIN.password),
]

const hook = (as: string, at: number) =>
  call(url, 'POST', '/webhook/create', {
    token: as,
    body: { url: `https://8.8.8.8/${at}`, events: ['pdf.ready'] },
  })
const view = (at: number) => call(url, 'POST', '/form/views', { token, body: { name: `View ${at}` } })
const hooks = (companyId: string | null) => db((client) => client.webhook.count({ where: { companyId } }))

it.each([
  ['webhooks of a company', LIMITS.webhooks, (at: number) => hook(token, at), () => hooks(company.id)],
  ['webhooks of the provider', LIMITS.webhooks, (at: number) => hook(admin, at), () => hooks(null)],
  [
    'saved views',
    LIMITS.views,
    view,
    () => db((client) => client.savedView.count({ where: { ownerId: boss.id } })),
  ],
] as const)('keeps %s to %i', async (_what, most, create, count) => {
  const answers = await Promise.all(Array.from({ length: most + 10 }, (_, at) => create(at)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(most)
  expect(statuses.filter((status) => status === 409)).toHaveLength(10)
  expect(await count()).toBe(most)
})

it('keeps the known devices of a user to 20', async () => {
  const { id: userId } = await makeUser(services)
  const devices = Array.from({ length: LIMITS.knownDevices + 10 }, () =>
    rememberDevice(services.db, userId, null),
  )
  await Promise.all(devices)
  expect(await db((client) => client.knownDevice.count({ where: { userId } }))).toBe(LIMITS.knownDevices)
})
