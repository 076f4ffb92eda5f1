import { afterAll, it } from 'vitest'
import { startChild, type Child } from '../support/processes.ts'
import { TEST_ADMIN } from '../support/server.ts'
import { expectNothingLost, startLoad } from './load.ts'
import { smallDisk } from './small-disk.ts'

const disk = await smallDisk()
let server: Child | undefined

afterAll(async () => {
  await server?.stop()
  await disk.remove()
})

it('a disk that is full in mid-load refuses politely, loses and halves nothing, and goes on once there is room', async () => {
  const { url, process } = (server = await startChild(['dist/server.mjs'], {
    DATABASE_URL: undefined,
    DATA_DIR: disk.dataDir,
    ADMIN_PASSWORD: TEST_ADMIN.password,
    SEED_DEMO: '1',
    PORT: '0',
    RATE_LIMIT: 'off',
    DISK_RESERVE_MB: '0',
    LOG_LEVEL: 'fatal',
  }))
  const pid = process.pid ?? 0
  const load = startLoad(url)
  await load.until(() => load.accepted() >= 5)

  await disk.fill(pid)
  const refused = (step: string) => load.refusals.some((refusal) => refusal.step === step)
  await load.until(() => refused('upload') && (refused('submit') || refused('session') || !disk.wholeProduct))
  await disk.makeRoom(pid)
  const accepted = load.accepted()
  await load.until(() => load.accepted() >= accepted + 5)
  await load.stop()

  await expectNothingLost(url, disk.dataDir, load)
}, 120_000)
