import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { median } from '../../support/processes.ts'
import { startIntake, type Running } from '../filled/filled-intake.ts'
import type { Group } from './group.ts'
import { atMost, atMostUnits, type Line } from './line.ts'
import { options } from './options.ts'
import { residentMegabytes } from './process-figures.ts'
import { submitLoads } from './submits.ts'
import { withAutocannon } from './load.ts'

/** From the start of the process to its Ready line, in seconds. */
async function startOnce(start: () => Promise<Running>): Promise<number> {
  const running = await start()
  await running.stop()
  return running.startedInMs / 1000
}

export const STARTS: Group[] = [
  {
    name: 'start',
    async measure(stage) {
      // Its own database, as starting and stopping the embedded one is measured, too.
      const folder = await mkdtemp(path.join(os.tmpdir(), 'intake-bench-'))
      await chmod(folder, 0o755)
      const startEmbedded = () => startIntake({ DATA_DIR: folder })
      const first = await startOnce(startEmbedded)
      const times = { bare: [] as number[], external: [] as number[], embedded: [] as number[] }
      for (let turn = 0; turn < options.starts; turn++) {
        times.bare.push(await startOnce(stage.startBare))
        times.external.push(await startOnce(() => stage.start({ DATABASE_URL: stage.appUrl })))
        times.embedded.push(await startOnce(startEmbedded))
      }
      await rm(folder, { recursive: true, force: true })
      const bare = median(times.bare)
      const line = (work: string, intake: number, required: Line['required']): Line => ({
        work,
        bare,
        intake,
        required,
        unit: 's',
        ratio: intake / bare,
      })
      return [
        line('start on an external PostgreSQL', median(times.external), atMost(1.5 / 0.45)),
        line('start on the embedded PostgreSQL', median(times.embedded), null),
        line('first start: initdb, migrations, seed', first, null),
      ]
    },
  },
  {
    name: 'memory',
    async measure(stage) {
      const [bare, intake] = [await stage.startBare(), await stage.start({ DATABASE_URL: stage.appUrl })]
      const sides = { bare, intake }
      const loads = submitLoads(sides, 16)
      await delay(SETTLE_MS)
      const idle = await inMegabytes(sides)
      for (const load of [loads.bare, loads.intake]) await withAutocannon(load, SUBMIT_SECONDS)
      await delay(SETTLE_MS)
      const after = await inMegabytes(sides)
      await Promise.all([bare.stop(), intake.stop()])
      const line = (work: string, of: typeof idle, most: number): Line => ({
        work,
        ...of,
        unit: 'MB',
        ratio: of.intake / of.bare,
        required: atMostUnits(most, 'MB'),
      })
      return [
        line('memory, idle', idle, 160),
        line(`memory after ${SUBMIT_SECONDS} s of submits, 16 connections`, after, 200),
      ]
    },
  },
]

const SETTLE_MS = 3_000
const SUBMIT_SECONDS = 10

const inMegabytes = async ({ bare, intake }: Record<'bare' | 'intake', Running>) => ({
  bare: await residentMegabytes(bare.pid),
  intake: await residentMegabytes(intake.pid),
})
