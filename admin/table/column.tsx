import { Skeleton } from '@mui/material'
import { createContext, use, type ReactNode } from 'react'
import {
  DataTable,
  useDataTableRenderContext,
  useDataTableSortContext,
  useListContext,
  type DataTableColumnProps,
  type RaRecord,
} from 'react-admin'

export type ColumnProps<Row> = {
  /** Also its name in the list call's `sort` and `filter.columns`, and of its label in the i18n provider. */
  source: string
  render: (row: Row) => ReactNode
  /** Its place in a card: line one (title, aside) or line two ('extra' not on phones). Without one, cards lack it. */
  card?: 'title' | 'aside' | 'subtitle' | 'extra' | 'actions'
  isSearched?: boolean
  /** Pixels, or a share as text; text is cut off in columns whose width is not in pixels. */
  width?: number | string
} & Pick<DataTableColumnProps, 'align' | 'disableSort' | 'sortByOrder'>

export type ColumnInfo = Pick<ColumnProps<never>, 'source' | 'isSearched' | 'disableSort'>

export const InCard = createContext(false)

const ROW_HEADER = { component: 'th', scope: 'row' } as const
const PART_OF_CARD = { component: 'span' } as const

/** react-admin's column, with a place in the row's card, `aria-sort`, and grey bars while the list loads. */
export const Column = <Row extends RaRecord>({
  card,
  width,
  render,
  isSearched: _isSearched,
  ...column
}: ColumnProps<Row>) => {
  const isHeader = useDataTableRenderContext() === 'header'
  const sort = useDataTableSortContext()
  const isInCard = use(InCard)
  const { isPending } = useListContext()
  // A card's second line is as wide as its texts, of which a share would be next to nothing.
  const barWidth = isInCard && card !== 'title' ? 72 : '60%'
  const shared = { ...column, render: isPending ? () => <Skeleton width={barWidth} /> : render }

  if (isInCard) return card && <DataTable.Col<Row> {...shared} {...PART_OF_CARD} className={`card-${card}`} />
  if (!isHeader)
    return (
      <DataTable.Col<Row>
        {...shared}
        {...(card === 'title' && ROW_HEADER)}
        className={typeof width === 'number' ? undefined : 'cut-off'}
      />
    )
  const direction = sort?.order === 'DESC' ? 'desc' : 'asc'
  return (
    <DataTable.Col<Row>
      {...shared}
      sx={{ width, whiteSpace: 'normal', lineHeight: 1.2 }}
      sortDirection={sort?.field === column.source && direction}
    />
  )
}
