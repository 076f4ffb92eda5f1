import RefreshIcon from '@mui/icons-material/Refresh'
import { Box, IconButton, LinearProgress, Paper, Tooltip, useMediaQuery } from '@mui/material'
import type { ReactNode } from 'react'
import type { RaRecord } from 'react-admin'
import { panelMessages } from '#domain/messages/panel'
import { searchedColumns, type Column } from './column.ts'
import { ColumnMenu } from './column-menu.tsx'
import { ListEmpty, ListFailed, NothingFound } from './list-states.tsx'
import { Pager } from './pager.tsx'
import { RecordCards } from './record-cards.tsx'
import { RecordRows } from './record-rows.tsx'
import { SearchBox } from './search-box.tsx'
import { SortSelect } from './sort-select.tsx'
import { useTableState } from './use-table-state.ts'

export type RecordTableProps<Row> = {
  /** The list's name, for assistive technology. */
  label: string
  columns: readonly Column<Row>[]
  visible: readonly Column<Row>[]
  onToggleColumn: (key: string) => void
  /** What this page is for, said while there is nothing. */
  empty: string
  /** Buttons of this page's own. */
  actions?: ReactNode
  narrowedTo?: ReactNode
  /** Why a text is not searched for; null where it is. */
  refusesSearch?: ((text: string) => string | null) | undefined
}

const barStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 2,
  mb: 4,
  alignItems: 'center',
  // Acts fill a line of their own on a phone.
  '& > .MuiButton-root:not([aria-haspopup])': { flexGrow: { xs: 1, sm: 0 } },
  // The last of them stays at the right, also in a line of its own.
  '& > .MuiButton-contained:last-child': { ml: { sm: 'auto' } },
}

/** Too narrow for a table beside the sidebar. */
export const CARDS = '(max-width: 1199.95px)'

/** The one table of the panel, inside a react-admin list: search, columns, order, pages, and what may go wrong. */
export const RecordTable = <Row extends RaRecord>(props: RecordTableProps<Row>) => {
  const { label, columns, visible, onToggleColumn, actions, narrowedTo, refusesSearch } = props
  const table = useTableState<Row>()
  const asCards = useMediaQuery(CARDS, { noSsr: true })
  return (
    <>
      <Box data-list-bar sx={barStyle}>
        <SearchBox
          label={panelMessages.table.searchLabel(label)}
          q={table.q}
          disabled={searchedColumns(visible).length === 0}
          refuses={refusesSearch}
          onSearch={table.search}
        />
        {narrowedTo}
        <Box sx={{ flex: 1, display: { xs: 'none', sm: 'block' } }} />
        {asCards && <SortSelect columns={visible} />}
        <Tooltip title={panelMessages.table.refresh}>
          <IconButton aria-label={panelMessages.table.refresh} onClick={() => void table.refetch()}>
            <RefreshIcon fontSize="small" />
          </IconButton>
        </Tooltip>
        <ColumnMenu
          columns={columns}
          visible={visible}
          onToggle={(key) => {
            onToggleColumn(key)
            table.columnsChanged()
          }}
        />
        {actions}
      </Box>
      <Paper variant="outlined" sx={{ overflow: 'clip' }} aria-busy={table.isFetching}>
        <Box sx={{ height: 2 }}>{table.isFetching && <LinearProgress sx={{ height: 2 }} aria-hidden />}</Box>
        <Content {...props} asCards={asCards} />
      </Paper>
    </>
  )
}

const Content = <Row extends RaRecord>(props: RecordTableProps<Row> & { asCards: boolean }) => {
  const { label, visible, empty, asCards } = props
  const { rows, q, narrowed, isPending, error, refetch, search, widen } = useTableState<Row>()
  if (error) return <ListFailed reason={error.message} onRetry={() => void refetch()} />
  const isEmpty = !isPending && rows.length === 0
  const Records = asCards ? RecordCards : RecordRows
  return (
    <>
      {!isEmpty && <Records label={label} columns={visible} />}
      {isEmpty &&
        (q !== '' ? (
          <NothingFound onClear={() => search('')} />
        ) : Object.keys(narrowed).length > 0 ? (
          <NothingFound onClear={widen} />
        ) : (
          <ListEmpty text={empty} />
        ))}
      <Box sx={{ borderTop: 1, borderColor: 'divider' }}>
        <Pager list={label} />
      </Box>
    </>
  )
}
