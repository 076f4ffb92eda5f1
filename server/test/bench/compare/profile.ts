import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { projectRoot } from '../../../project-root.ts'
import type { Stage } from './stage.ts'

type Profile = {
  nodes: {
    id: number
    callFrame: { functionName: string; url: string; lineNumber: number }
  }[]
  samples: number[]
  timeDeltas: number[]
}

const TOP = 10
const IDLE = '(idle)'

/** Prints where Intake's main thread spends its time during the work: the ten functions with the most time of their own. */
export async function profiled(
  { intake, profileFile }: Stage,
  name: string,
  work: () => Promise<number>,
): Promise<void> {
  await work()
  await rm(profileFile, { force: true })
  process.kill(intake.pid, 'SIGUSR2')
  const rate = await work()
  process.kill(intake.pid, 'SIGUSR2')
  const { busy, total, functions } = selfTimes(await waitForProfile(profileFile))
  const share = (time: number, of: number) => `${((100 * time) / of).toFixed(1)} %`
  console.log(
    `\n${name}: ${rate.toFixed(0)}/s while profiled, main thread busy ${share(busy, total)} of the time`,
  )
  for (const [where, time] of functions.slice(0, TOP))
    console.log(`  ${share(time, busy).padStart(7)}  ${where}`)
}

async function waitForProfile(file: string): Promise<Profile> {
  for (;;) {
    const text = await readFile(file, 'utf8').catch(() => null)
    if (text !== null) return JSON.parse(text) as Profile
    await delay(50)
  }
}

/** In microseconds. */
function selfTimes({ nodes, samples, timeDeltas }: Profile) {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, describe(callFrame)]))
  const times = new Map<string, number>()
  for (const [index, id] of samples.entries()) {
    const name = names.get(id) ?? ''
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0))
  }
  const sum = (of: Iterable<number>) => [...of].reduce((total, time) => total + time, 0)
  const total = sum(times.values())
  const busy = total - (times.get(IDLE) ?? 0)
  times.delete(IDLE)
  return { busy, total, functions: [...times].toSorted(([, a], [, b]) => b - a) }
}

function describe({ functionName, url, lineNumber }: Profile['nodes'][number]['callFrame']): string {
  const name = functionName || '(anonymous)'
  if (url === '') return name
  const file = url.replace(`file://${projectRoot}${path.sep}`, '').replace(/^.*node_modules\//, '')
  return `${name}  ${file}:${lineNumber + 1}`
}
