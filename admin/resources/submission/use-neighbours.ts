import { useQuery } from '@tanstack/react-query'
import { useDataProvider } from 'react-admin'
import { useLocation, useNavigate } from 'react-router'
import { isRecord, parseJson, toText } from '#domain/json'
import { findSearchText } from '../../providers/search-texts.ts'
import { submissionPath, type Submission } from './submission.ts'

/** How many rows of the list are read at once; a multiple of each page size. */
const BLOCK = 100

/** The list that a submission was opened from. @returns null for a page opened by its address */
function parseOrigin(state: unknown) {
  if (!isRecord(state) || typeof state.list !== 'string') return null
  const address = new URLSearchParams(state.list)
  const filter = parseJson(address.get('filter') ?? '{}')
  const { q, ...others } = isRecord(filter) ? filter : {}
  const first = (Number(address.get('page') ?? 1) - 1) * Number(address.get('perPage') ?? 1)
  return {
    state,
    block: typeof state.block === 'number' ? state.block : Math.floor(first / BLOCK),
    sort: {
      field: address.get('sort') ?? 'createdAt',
      order: address.get('order') === 'ASC' ? 'ASC' : 'DESC',
    },
    filter: { ...others, q: findSearchText(q) || undefined },
    opened: toText(state.opened),
  } as const
}

type Origin = NonNullable<ReturnType<typeof parseOrigin>>

/** The rows as they were when the first of them was opened: one that no longer fits the filter keeps its place. */
function useBlock(origin: Origin | null, block: number | null) {
  const dataProvider = useDataProvider()
  const { sort, filter, opened } = origin ?? {}
  return useQuery({
    queryKey: ['neighbours', sort, filter, opened, block],
    enabled: origin !== null && block !== null && block >= 0,
    queryFn: async () => {
      const pagination = { page: (block ?? 0) + 1, perPage: BLOCK }
      const { data, total = 0 } = await dataProvider.getList<Submission>('forms', {
        sort,
        filter,
        pagination,
      })
      return { ids: data.map(({ id }) => id), total }
    },
    staleTime: Infinity,
    retry: false,
  }).data
}

/** The way to the submissions before and after this one in the list it was opened from; null where there is none. */
export function useNeighbours(id: string) {
  const navigate = useNavigate()
  const origin = parseOrigin(useLocation().state)
  const block = origin?.block ?? null
  const here = useBlock(origin, block)
  const at = here?.ids.indexOf(id) ?? -1
  const edge = here === undefined ? 0 : at === 0 ? -1 : at === BLOCK - 1 ? 1 : 0
  const beyond = useBlock(origin, edge === 0 || block === null ? null : block + edge)
  if (origin === null || block === null || here === undefined || at < 0) return null
  const wayTo = (other: string | undefined, of: number) =>
    other === undefined
      ? null
      : () => void navigate(submissionPath(other), { replace: true, state: { ...origin.state, block: of } })
  return {
    place: block * BLOCK + at + 1,
    total: here.total,
    previous: edge < 0 ? wayTo(beyond?.ids.at(-1), block - 1) : wayTo(here.ids[at - 1], block),
    next: edge > 0 ? wayTo(beyond?.ids[0], block + 1) : wayTo(here.ids[at + 1], block),
  }
}

export type Neighbours = ReturnType<typeof useNeighbours>
