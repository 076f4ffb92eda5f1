import { useListContext, type RaRecord } from 'react-admin'
import { keepSearchText, findSearchText } from '../providers/search-texts.ts'

/** What the list shows of all there is: rows `from` to `to` (1-based) of `total`; all 0 when there is none. */
type Extent = { from: number; to: number; total: number }

function toExtent(page: number, perPage: number, rows: number, total: number): Extent {
  const from = rows === 0 ? 0 : (page - 1) * perPage + 1
  return { from, to: rows === 0 ? 0 : from + rows - 1, total }
}

/** The list around this component: its search, its page, its extent. */
export function useTableState<Row extends RaRecord>() {
  const list = useListContext<Row>()
  const { data, total = 0, page, perPage, filterValues, setFilters, setPage } = list
  const { q: key, ...narrowed }: Record<string, unknown> = filterValues
  const q = findSearchText(key)
  const searched = q === '' ? {} : { q: key }
  return {
    ...list,
    rows: data ?? [],
    q,
    /** The search as the address has it. */
    searched,
    extent: toExtent(page, perPage, data?.length ?? 0, total),
    hasPrevious: page > 1,
    hasNext: page * perPage < total,
    /** What the list is narrowed to besides the search, by the list call's name for it. */
    narrowed,
    /** A new search starts on page 1 (react-admin sees to it), within what the list is narrowed to. */
    search: (text: string): void =>
      setFilters(text === '' ? narrowed : { ...narrowed, q: keepSearchText(text) }),
    /** The whole list again, but for the search. */
    widen: (): void => setFilters(searched),
    /** What a search looks into has changed. */
    columnsChanged: (): void => {
      if (page !== 1) setPage(1)
    },
  }
}
