import EditIcon from '@mui/icons-material/EditOutlined'
import { Skeleton, Link } from '@mui/material'
import { createContext, use, type ReactNode } from 'react'
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

type ColumnProps<Row> = {
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

/** Around rows that no list call has fetched, as they stay in their order. */
export const Unsorted = createContext(false)

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
  const disableSort = use(Unsorted) || column.disableSort
  const { isPending } = useListContext()
  // A card's second line is as wide as its texts, of which a share would be next to nothing.
  const barWidth = isInCard && card !== 'title' ? 72 : '60%'
  const shared = { ...column, disableSort, render: isPending ? () => <Skeleton width={barWidth} /> : render }

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

/** Text that may be cut off, whole on hover; in Arabic and Hebrew it is cut off at its own end. */
export const textCell = (text: string, title: string = text): ReactNode => (
  <span title={title} dir="auto">
    {text}
  </span>
)

type More<Row> = Omit<ColumnProps<Row>, 'source' | 'render'>

export const column = <Row extends RaRecord>(
  source: string,
  render: (row: Row) => ReactNode,
  more: More<Row> = {},
) => <Column<Row> key={source} source={source} render={render} {...more} />

/** A column of texts, cut off where they are too long. */
export const textColumn = <Row extends RaRecord>(
  source: string,
  text: (row: Row) => string,
  more: More<Row> = {},
) => column<Row>(source, (row) => textCell(text(row)), more)

/** The last column, with a row's buttons. */
export const actionsColumn = <Row extends RaRecord>(width: number, render: (row: Row) => ReactNode) =>
  column<Row>('actions', render, { disableSort: true, align: 'right', card: 'actions', width })

/** A row's name; a click on it is the row's main action, if there is one. `label` tells it from others of the same name. */
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

type Open<Row> = ((row: Row) => void) | null

export const nameColumn = <Row extends RaRecord>(
  source: string,
  toName: (row: Row) => string,
  open: Open<Row>,
) =>
  column<Row>(source, (row) => nameCell(toName(row), open && (() => open(row))), {
    isSearched: true,
    card: 'title',
  })

export const editColumn = <Row extends RaRecord>(toLabel: (row: Row) => string, open: Open<Row>) =>
  actionsColumn<Row>(96, (row) => <EditAction label={toLabel(row)} onClick={open && (() => open(row))} />)

/** A time in the zone of the row's company, exact on hover. */
export const timeCell = (iso: string, timeZone: string): ReactNode => (
  <time dateTime={iso} title={exactTime(iso, timeZone)}>
    {dateTime(iso, timeZone)}
  </time>
)

type Dated<Key extends string> = Readonly<Record<Key, string | null>> & { id: string; timeZone: string }
type DateColumn<Key extends string> = {
  source: Key
  isSearched?: boolean
  width?: number
  card?: 'aside' | 'subtitle'
}

/** A column of times, newest first when it is first sorted by, searched by the beginning of YYYY-MM-DD. */
export const dateColumn = <Key extends string>({ source, ...more }: DateColumn<Key>) => (
  <Column<Dated<Key>>
    source={source}
    isSearched
    width={228}
    {...more}
    sortByOrder="DESC"
    render={({ [source]: iso, timeZone }) => (iso === null ? '—' : timeCell(iso, timeZone))}
  />
)

type Props = { label: string; icon: SvgIconComponent; isDestructive?: boolean; onClick: () => void }

/** A button in a row. `label` names the action and the row. */
export const RowAction = ({ icon: Icon, isDestructive = false, ...button }: Props) => (
  <IconButtonWithTooltip size="small" color={isDestructive ? 'error' : 'default'} {...button}>
    <Icon fontSize="small" />
  </IconButtonWithTooltip>
)

export const EditAction = ({ label, onClick }: { label: string; onClick: (() => void) | null }) =>
  onClick && <RowAction label={label} icon={EditIcon} onClick={onClick} />
