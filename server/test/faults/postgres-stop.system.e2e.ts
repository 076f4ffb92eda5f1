import path from 'node:path'
import { expect, it } from 'vitest'
import { findPostmaster } from '../../platform/database/postgres-server.ts'
import { openStage, rounds } from './stage.ts'

const STOPS = rounds(1, 5)

const stage = await openStage()

it('an immediate stop of PostgreSQL in mid-load loses and doubles nothing, and is healed without a hand', async () => {
  await stage.start()
  const load = stage.begin()
  const running = () => findPostmaster(path.join(stage.dataDir, 'postgres'))
  for (let stop = 0; stop < STOPS; stop += 1) {
    await load.more(5)
    const postmaster = await running()
    expect(postmaster).not.toBeNull()
    process.kill(postmaster?.pid ?? 0, 'SIGQUIT')
    await expect.poll(async () => (await running())?.pid ?? postmaster?.pid).not.toBe(postmaster?.pid)
    await load.more(5)
  }
  await stage.expectHealed(`PostgreSQL stopped at once ${STOPS} times`)
}, 600_000)
