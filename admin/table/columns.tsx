import { Skeleton, Link } from '@mui/material'
import { createContext, use, type ReactElement, type ReactNode } from 'react'
import {
  DataTable,
  useDataTableRenderContext,
  useDataTableSortContext,
  useListContext,
  type DataTableColumnProps,
  type RaRecord,
  IconButtonWithTooltip,
} from 'react-admin'
import type { SvgIconComponent } from '@mui/icons-material'
import { dateTime, exactTime } from '../format.ts'

export type ColumnProps<Row> = {
  /** Also its name in the list call's `sort` and `filter.columns`, and the key of its label. */
  source: string
  render: (row: Row) => ReactNode
  /** Its place in a card: line one (title, aside) or two ('extra' not on phones). Without one, it is left out. */
  card?: 'select' | 'title' | 'aside' | 'subtitle' | 'extra' | 'actions'
  isSearched?: boolean
  /** Pixels or a percentage. Text is cut off in titles and in columns without a width in pixels. */
  width?: number | string
} & Pick<DataTableColumnProps, 'align' | 'disableSort' | 'label' | 'sortByOrder'>

export type Columns = readonly (ReactElement<ColumnProps<never>> | false)[]

export const InCard = createContext(false)

/** Adds to react-admin's column a place in the card, `aria-sort`, and skeletons while the list loads. */
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
  if (isInCard && !card) return null
  const isTitle = card === 'title'
  const isCutOff = isTitle || typeof width !== 'number'
  // The second line of a card is as wide as its text, so a percentage would be next to nothing.
  const barWidth = isInCard && !isTitle ? 72 : '60%'
  return (
    <DataTable.Col<Row>
      {...column}
      sx={isHeader ? { width } : undefined}
      sortDirection={isHeader && sort?.field === column.source && (sort.order === 'DESC' ? 'desc' : 'asc')}
      cellClassName={isInCard ? `card-${card}` : isCutOff ? 'cut-off' : undefined}
      {...(isInCard ? IN_CARD : isTitle && !isHeader && NAMES_ROW)}
      render={isPending ? () => <Skeleton width={barWidth} /> : render}
    />
  )
}

const IN_CARD = { component: 'span' }
const NAMES_ROW = { component: 'th', scope: 'row' }

/** Text that is cut off at its end, which in Arabic and Hebrew is left, and shown whole on hover. */
export const textCell = (text: string, title: string = text): ReactNode => (
  <span title={title} dir="auto">
    {text}
  </span>
)

type More = Omit<ColumnProps<never>, 'source' | 'render'>

export const column = <Row extends RaRecord>(
  source: string,
  render: (row: Row) => ReactNode,
  more: More = {},
) => <Column<Row> key={source} source={source} render={render} {...more} />

export const textColumn = <Row extends RaRecord>(source: string, text: (row: Row) => string, more?: More) =>
  column<Row>(source, (row) => textCell(text(row)), more)

export const actionsColumn = <Row extends RaRecord>(width: number, render: (row: Row) => ReactNode) =>
  column<Row>('actions', render, { disableSort: true, align: 'right', card: 'actions', width })

/** `onClick` is the row's main action. `label` distinguishes rows of the same name. */
export const nameCell = (name: string, onClick: (() => void) | null, label?: string): ReactNode =>
  onClick === null ? (
    textCell(name)
  ) : (
    <Link
      component="button"
      className="cut-off"
      dir="auto"
      underline="hover"
      onClick={onClick}
      title={name}
      aria-label={label}
      sx={{ display: 'block', maxWidth: '100%', textAlign: 'left' }}
    >
      {name}
    </Link>
  )

/** A time in the company's zone, exact on hover. */
export const timeCell = (iso: string, timeZone: string): ReactNode => (
  <time dateTime={iso} title={exactTime(iso, timeZone)}>
    {dateTime(iso, timeZone)}
  </time>
)

/** Of a column that names the record. */
export const NAME = { isSearched: true, card: 'title' } as const

type Dated<Key extends string> = Readonly<Record<Key, string | null>> & { id: string; timeZone: string }

/** Sorts descending first. Searched by the beginning of YYYY-MM-DD. */
export const dateColumn = <Key extends string>(source: Key, more: More) =>
  column<Dated<Key>>(
    source,
    ({ [source]: iso, timeZone }) => (iso === null ? '—' : timeCell(iso, timeZone)),
    { isSearched: true, width: 228, sortByOrder: 'DESC', ...more },
  )

type Props = { label: string; icon: SvgIconComponent; isDestructive?: boolean; onClick: () => void }

/** `label` names the action and the row. */
export const RowAction = ({ icon: Icon, isDestructive = false, ...button }: Props) => (
  <IconButtonWithTooltip size="small" color={isDestructive ? 'error' : 'default'} {...button}>
    <Icon fontSize="small" />
  </IconButtonWithTooltip>
)
