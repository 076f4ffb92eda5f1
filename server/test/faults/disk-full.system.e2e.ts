import { afterAll, expect, it } from 'vitest'
import { call } from '../support/factories.ts'
import { smallDisk } from './small-disk.ts'
import { openStage, rounds } from './stage.ts'

const TIMES = rounds(1, 3)

const disk = await smallDisk()
// Runs after the server's own, which is registered later.
afterAll(() => disk.remove())
const stage = await openStage({ env: { DISK_RESERVE_MB: '0' }, dataDir: disk.dataDir })

it('a disk that is full in mid-load refuses politely, loses and halves nothing, and goes on once there is room', async () => {
  await stage.start()
  const load = stage.begin()
  const pid = stage.child().process.pid ?? 0
  for (let time = 0; time < TIMES; time += 1) {
    await load.more(5)
    const before = load.refusals.length
    await disk.fill(pid)
    const refused = (step: string) => load.refusals.slice(before).some((refusal) => refusal.step === step)
    await load.until(
      () => refused('upload') && (refused('submit') || refused('session') || !disk.wholeProduct),
    )
    const health = () => call(stage.url, 'GET', '/health/ready').then(({ body }) => body.data)
    if (disk.wholeProduct) await expect.poll(health).toEqual({ ready: true, degraded: ['storage'] })
    await disk.makeRoom(pid)
    await load.more(5)
  }
  await stage.expectHealed(`disk under files and database full ${TIMES} times`)
}, 600_000)
