import { expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { asSystem } from '../auth/actor.ts'
import { openPools } from '../database/db.ts'
import { testDatabase } from '../test/support/database.ts'
import { acceptApplication, eventually, jobWorld } from './jobs.fixture.ts'
import type { TaskPayloads } from '../queue/add-job.ts'
import { installQueue } from '../queue/install-queue.ts'
import { upgrade, upgradeFromStart } from './upgrade.job.ts'
import { startWorker } from './worker.ts'

/** What a new version does to submissions that an earlier one stored. */

async function world() {
  const { url } = await testDatabase()
  await installQueue(url)
  const db = openPools(url)
  return { url, db, ...(await jobWorld(db)) }
}

const clear = { legalName: true, dbaName: true, state: true, advanceAmount: true, sales: true } as const
const told = (logged: string[]) =>
  logged
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ step }) => step === 'fill-clear-columns')
    .map(({ msg, rows, unreadable }) => ({ msg, rows, unreadable }))

it('fills the clear columns of stored submissions at start, says so once, and not again at the next', async () => {
  const { url, db, services, logged } = await world()
  const answers = fullApplication({ state: 'TX', advanceAmount: ' $25,000 ', sales: '' })
  const ids: string[] = []
  for (let count = 0; count < 3; count++)
    ids.push(await acceptApplication(services, answers, { queued: false }))
  const [broken = ''] = ids
  await asSystem(db, 'test', (client) =>
    client.formSubmission.update({ where: { id: broken }, data: { formData: Buffer.from('damaged') } }),
  )
  for (let start = 0; start < 2; start++) {
    const worker = await startWorker({ ...services, config: { ...services.config, worker: true } }, url)
    await eventually(async () => told(logged).length === 2 * (start + 1), 50)
    await worker.stop()
  }
  const rows = await asSystem(db, 'test', (client) =>
    client.formSubmission.findMany({ where: { id: { in: ids.slice(1) } }, select: clear }),
  )
  const { state, advanceAmount, sales } = answers
  expect(rows).toEqual([1, 2].map(() => expect.objectContaining({ state, advanceAmount, sales })))
  const row = await asSystem(db, 'test', (client) =>
    client.formSubmission.findUnique({ where: { id: broken }, select: clear }),
  )
  expect(row).toMatchObject({ state: null, advanceAmount: null, sales: null })
  expect(told(logged)).toEqual([
    { msg: 'upgrading stored records' },
    { msg: 'upgraded stored records', rows: 3, unreadable: 1 },
    // Only what could not be read is tried again.
    { msg: 'upgrading stored records' },
    { msg: 'upgraded stored records', rows: 1, unreadable: 1 },
  ])
  await db.close()
})

it('goes on after the batch that was done when it is stopped', async () => {
  const { db, services } = await world()
  for (let count = 0; count < 3; count++)
    await acceptApplication(services, fullApplication(), { queued: false })
  const queued = async () => {
    const jobs = await asSystem(
      db,
      'test',
      (client) => client.$queryRaw<{ payload: TaskPayloads['upgrade'] }[]>`
        SELECT payload FROM graphile_worker._private_jobs WHERE key = 'upgrade:fill-clear-columns'`,
    )
    return jobs.map(({ payload }) => payload)
  }
  await upgrade(services, upgradeFromStart('fill-clear-columns'))
  const [next] = await queued()
  expect(next).toMatchObject({ step: 'fill-clear-columns', rows: 3, unreadable: 0 })
  const left = await asSystem(db, 'test', (client) => client.formSubmission.count({ where: { state: null } }))
  expect(left).toBe(0)
  // A row that an old node stores meanwhile, before `after`, waits for the next start.
  if (next) await upgrade(services, next)
  expect(await queued()).toEqual([next])
  await db.close()
})
