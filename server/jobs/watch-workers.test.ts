import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerHealth, createLifecycle, type Lifecycle } from '../http/health.ts'
import { makeUser } from '../test/support/factories.ts'
import { watchWorkers } from './worker.ts'
import { workerWorld } from './worker.fixture.ts'

const world = await workerWorld()

test('a web process says that no worker does jobs, in one line and in its health, until one runs', async () => {
  await makeUser(world.services)
  const services = { ...world.services, config: { ...world.services.config, role: 'web' as const } }
  const lifecycle: Lifecycle = { ...createLifecycle(), state: 'serving' }
  const app = Fastify()
  registerHealth(app, services, lifecycle)
  const health = async () => (await app.inject('/health/ready')).json<{ data: unknown }>().data
  expect(await health()).toEqual({ ready: true })
  const watching = watchWorkers(services, (areMissing) => (lifecycle.areWorkersMissing = areMissing), 20)
  await expect.poll(health).toEqual({ ready: true, degraded: ['worker'] })
  await world.work()
  await expect.poll(health).toEqual({ ready: true })
  await world.stop()
  await expect.poll(health).toEqual({ ready: true, degraded: ['worker'] })
  await watching.stop()
  expect(world.logged.filter((line) => line.includes('no worker runs'))).toHaveLength(2)
  expect(world.logged.filter((line) => line.includes('a worker runs again'))).toHaveLength(1)
})
