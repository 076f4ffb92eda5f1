import { setTimeout as delay } from 'node:timers/promises'
import { it } from 'vitest'
import { openStage, REST_MS, rounds } from './stage.ts'

const KILLS = rounds(1, 20)

const stage = await openStage({}, { mayBreak: true, restMs: REST_MS })

it('loses and doubles no acknowledged application when the process group is killed in mid-load', async () => {
  await stage.start()
  const load = stage.begin()
  for (let kill = 0; kill < KILLS; kill += 1) {
    await load.more(5)
    await delay((kill * 37) % 200)
    await stage.child().killGroup()
    await stage.start()
  }
  await load.more(5)
  await stage.expectHealed(`process group killed ${KILLS} times`)
}, 600_000)
