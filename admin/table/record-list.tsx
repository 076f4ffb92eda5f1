import { ListBase, type RaRecord, type SortPayload } from 'react-admin'
import type { ReactNode } from 'react'
import type { PageKey } from '#domain/pages'
import { LIMITS } from '#domain/limits'
import { panelMessages } from '#domain/messages/panel'
import { PageHeader } from '../layout/page-header.tsx'
import { searchedColumns, type Column } from './column.ts'
import { RecordTable } from './record-table.tsx'
import { useSearchedText } from './use-searched-text.ts'
import { useVisibleColumns } from './use-visible-columns.ts'

type Props<Row> = {
  page: PageKey
  columns: readonly Column<Row>[]
  sort: SortPayload
  empty: string
  actions?: ReactNode
  /** Tells what the list is narrowed to besides the search: a filter-chip. */
  narrowedTo?: ReactNode
  /** While this says so of the rows, the list asks again by itself. */
  isUnsettled?: (rows: readonly Row[]) => boolean
  /** Why a text is not searched for; null where it is. */
  refusesSearch?: (text: string) => string | null
  children?: ReactNode
}

/** A page with a list: heading, react-admin's list controller with its state, but for the search, in the URL, the table. */
export const RecordList = <Row extends RaRecord>(props: Props<Row>) => {
  const { page, columns, sort, empty, actions, narrowedTo, isUnsettled, refusesSearch, children } = props
  const title = panelMessages.layout.pages[page]
  const { visible, toggle } = useVisibleColumns(page, columns)
  const q = useSearchedText()
  return (
    <ListBase<Row>
      resource={page}
      sort={sort}
      perPage={LIMITS.pageSize}
      // In place of the key that the address has.
      filter={{ columns: searchedColumns(visible), q: q === '' ? undefined : q }}
      storeKey={false}
      exporter={false}
      queryOptions={{
        // The table shows a failure in its own place, with another try; nothing pops up for it.
        onError: (error) => console.warn(panelMessages.table.failed, error.message),
        refetchOnWindowFocus: true,
        refetchInterval: ({ state }) => (isUnsettled?.(state.data?.data ?? []) ? LIMITS.settlingMs : false),
      }}
    >
      <PageHeader title={title} />
      <RecordTable
        label={title}
        columns={columns}
        visible={visible}
        onToggleColumn={toggle}
        empty={empty}
        actions={actions}
        narrowedTo={narrowedTo}
        refusesSearch={refusesSearch}
      />
      {children}
    </ListBase>
  )
}
