import { median } from '../../support/processes.ts'
import type { Cost, Line, Requirement } from './line.ts'
import { withAutocannon, type Client, type Load } from './load.ts'
import { options } from './options.ts'
import { familyTime, processTime } from './process-figures.ts'
import { profiled } from './profile.ts'
import type { Stage } from './stage.ts'

export type Side = { load: Load; pid: number }

type Comparison = {
  work: string
  bare: Load
  intake: Load
  required: Requirement | null
  client?: Client
}

/** Both sides take turns, so that whatever else the machine does weighs on both; the ratio is the median of the turns'. */
export async function compareLoads(
  stage: Stage,
  { work, bare, intake, required, client = withAutocannon }: Comparison,
): Promise<Line[]> {
  if (options.profile) {
    await profiled(stage, work, () => client(intake, options.seconds))
    return []
  }
  const pidOf = ({ url }: Load) => (url.startsWith(stage.bare.url) ? stage.bare.pid : stage.intake.pid)
  const sides = { bare, intake }
  const rates = { bare: [] as number[], intake: [] as number[] }
  const costs = { bare: [] as Cost[], intake: [] as Cost[] }
  for (const side of ['bare', 'intake'] as const) await client(sides[side], WARM_UP_SECONDS)
  for (let round = 0; round < options.rounds; round++) {
    for (const side of ['bare', 'intake'] as const) {
      const { rate, cost } = await measureCost(stage, pidOf(sides[side]), () =>
        client(sides[side], options.seconds),
      )
      rates[side].push(rate)
      costs[side].push(cost)
    }
  }
  const medianCost = (of: Cost[]): Cost => ({
    node: median(of.map(({ node }) => node)),
    postgres: median(of.map(({ postgres }) => postgres)),
  })
  return [
    {
      work,
      unit: '/s',
      required,
      bare: median(rates.bare),
      intake: median(rates.intake),
      ratio: median(rates.intake.map((rate, round) => rate / (rates.bare[round] ?? Number.NaN))),
      costs: { bare: medianCost(costs.bare), intake: medianCost(costs.intake) },
    },
  ]
}

const WARM_UP_SECONDS = 1

async function measureCost(
  { postgresPid }: Stage,
  pid: number,
  run: () => Promise<number>,
): Promise<{ rate: number; cost: Cost }> {
  const times = () => Promise.all([processTime(pid), familyTime(postgresPid)])
  const [before, began] = [await times(), performance.now()]
  const rate = await run()
  const [after, seconds] = [await times(), (performance.now() - began) / 1000]
  const [node, postgres] = [0, 1].map(
    (index) => ((after[index] ?? 0) - (before[index] ?? 0)) / (rate * seconds),
  )
  return { rate, cost: { node: node ?? Number.NaN, postgres: postgres ?? Number.NaN } }
}
