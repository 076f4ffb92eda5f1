import { expect, test } from 'vitest'
import { makeUser } from '../test/support/factories.ts'
import { startTestServer } from '../test/support/server.ts'

test('a worker answers health checks only, and seeds nothing', async () => {
  const { url, services } = await startTestServer({ role: 'worker' })
  const status = async (path: string) => (await fetch(`${url}${path}`)).status
  expect(await status('/api/health/live')).toBe(200)
  for (const path of ['/', '/form/demo', '/api/company/get', '/api/trpc/company.list', '/api/docs'])
    expect([path, await status(path)]).toEqual([path, 404])
  expect(await services.db.connections.system.client().user.count()).toBe(0)
  expect(await status('/api/v1/health/ready')).toBe(503)
  await makeUser(services)
  expect(await status('/api/v1/health/ready')).toBe(200)
})
