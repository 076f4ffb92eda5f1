import { A_HUNDREDTH_WORD } from '../filled/words.ts'
import type { Group } from './group.ts'
import { compareLoads } from './in-turns.ts'
import { atLeast } from './line.ts'
import type { Load } from './load.ts'
import type { Stage } from './stage.ts'

const CONNECTIONS = 8
const PAGE = 10

export function listLoad({ intake, token }: Stage, query: Record<string, unknown>): Load {
  const search = new URLSearchParams()
  const parts = { sort: ['createdAt', 'DESC'], range: [0, PAGE - 1], ...query }
  for (const [name, value] of Object.entries(parts)) search.set(name, JSON.stringify(value))
  return {
    url: `${intake.url}/api/form/submissions?${search.toString()}`,
    connections: CONNECTIONS,
    headers: { authorization: `Bearer ${token}` },
  }
}

/** @param rows of the whole list; a shorter list gives its last page */
export function pageQuery(page: number, rows = Infinity): { range: [number, number] } {
  const offset = Math.min((page - 1) * PAGE, rows - PAGE)
  return { range: [offset, offset + PAGE - 1] }
}

const bareLoad = ({ bare }: Stage, call: string): Load => ({
  url: `${bare.url}/${call}`,
  connections: CONNECTIONS,
})

export const READS: Group[] = [
  {
    name: 'list',
    measure: (stage) =>
      compareLoads(stage, {
        work: 'list of ten newest, 8 connections',
        bare: bareLoad(stage, 'list?offset=0'),
        intake: listLoad(stage, {}),
        required: atLeast(1),
      }),
  },
  {
    name: 'page',
    measure: (stage) => {
      const query = pageQuery(5_000, stage.size.submissions)
      return compareLoads(stage, {
        work: 'page 5,000, 8 connections',
        bare: bareLoad(stage, `list?offset=${query.range[0]}`),
        intake: listLoad(stage, query),
        required: atLeast((3 * 43) / 36),
      })
    },
  },
  {
    name: 'search',
    measure: (stage) =>
      compareLoads(stage, {
        work: 'search matching 1 %, 8 connections',
        bare: bareLoad(stage, `search?q=${A_HUNDREDTH_WORD}`),
        intake: listLoad(stage, { filter: { q: A_HUNDREDTH_WORD } }),
        required: atLeast((10 * 6.5) / 4.8),
      }),
  },
]
