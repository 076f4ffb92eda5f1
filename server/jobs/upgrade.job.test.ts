import type { JobHelpers } from 'graphile-worker'
import { expect, it } from 'vitest'
import { fullApplication } from '#domain/catalogue/application.fixture'
import { asSystem } from '../auth/actor.ts'
import { openPools } from '../database/db.ts'
import { testDatabase } from '../test/support/database.ts'
import { acceptApplication, eventually, jobWorld } from './jobs.fixture.ts'
import { acceptedKey, addJob, type TaskPayloads } from '../queue/add-job.ts'
import { installQueue } from '../queue/install-queue.ts'
import { taskList } from './tasks.ts'
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
    const worker = await startWorker({ ...services, config: { ...services.config, role: 'all' } }, url)
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

it('names what it queues so that nodes of the release before leave it to others, and mends what they submit', async () => {
  const { db, services } = await world()
  const id = await acceptApplication(services, fullApplication(), { queued: false })
  const named = () =>
    asSystem(
      db,
      'test',
      (client) => client.$queryRaw`SELECT task_identifier AS "task" FROM graphile_worker.jobs ORDER BY 1`,
    )
  await asSystem(db, 'test', async (client) => {
    await client.submissionOwner.deleteMany({ where: { id } })
    await addJob(client, 'upgrade', upgradeFromStart('hash-owners'))
    // As a node of the release before does.
    await client.$queryRaw`SELECT intake_add_jobs('submission-received', ${[id]}::text[], ${acceptedKey('')}, 25)`
  })
  expect(await named()).toEqual([{ task: 'submission-received-before' }, { task: 'upgrade:hash-owners' }])
  await asSystem(
    db,
    'test',
    (client) => client.$queryRaw`SELECT graphile_worker.remove_job('upgrade:hash-owners')`,
  )
  const { 'submission-received-before': work } = taskList(services)
  await work?.({ id }, { job: { attempts: 1, max_attempts: 25 } } as JobHelpers)
  expect(await asSystem(db, 'test', (client) => client.submissionOwner.count({ where: { id } }))).toBe(1)
  expect(await named()).toContainEqual({ task: 'register-submission' })
  await db.close()
})
