import RefreshIcon from '@mui/icons-material/Refresh'
import AddIcon from '@mui/icons-material/Add'
import { Box, Button, LinearProgress, Paper } from '@mui/material'
import { useRef, type FormHTMLAttributes, type ReactNode } from 'react'
import {
  FilterLiveForm,
  ListBase,
  RefreshIconButton,
  SortButton,
  useListContext,
  useLocation,
  useStore,
  type SortPayload,
} from 'react-admin'
import { Link } from 'react-router'
import { isRecord, parseJson } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { panelMessages } from '#domain/messages/panel'
import { importMessages } from '#domain/messages/panel-import'
import { LISTS, type PageKey } from '#domain/pages'
import { useRecordRoutes } from '../resources/resource.tsx'
import { PageHeader, ListFailed, ListState, NothingFound } from '../layout/page-parts.tsx'
import { ApiError } from '../providers/request.ts'
import { findSearchText } from '../providers/search-texts.ts'
import type { ColumnProps, Columns } from './columns.tsx'
import { ColumnMenu, SearchBox, type Search } from './list-bar.tsx'
import { NONE, Pager, Records, useIsNarrow, useColumns } from './records.tsx'

type Props<Row> = {
  page: PageKey
  sort: SortPayload
  /** `empty` explains the page; `add` and `createFirst` label buttons for users who may create a record. */
  words: { empty: string; add?: string; createFirst?: string }
  /** The next step, while there are no rows. */
  empty?: ReactNode
  actions?: ReactNode
  /** Users can import records from a file. */
  hasImport?: boolean
  besideTitle?: ReactNode
  filters?: ReactNode
  /** The list refetches while this returns true. */
  isUnsettled?: (rows: readonly Row[]) => boolean
  search?: Search
  hidden?: string[]
  above?: ReactNode
  /** Buttons for the selected rows. Without them, rows have no checkboxes. */
  bulkActions?: ReactNode
  children: Columns
}

export const LAST_EDITED_FIRST = { field: 'updatedAt', order: 'DESC' } as const
export const NEWEST_FIRST = { field: 'createdAt', order: 'DESC' } as const

const texts = panelMessages.table

/** The list's state is in the address, except for the search text, for which a key stands there. */
export const RecordList = <Row extends { id: string }>(props: Props<Row>) => {
  const { page, isUnsettled, hidden = NONE, words } = props
  const { create } = useRecordRoutes(page)
  const { search } = useLocation()
  const isNarrow = useIsNarrow()
  const [perPage] = useStore<number>(`${page}.perPage`, LIMITS.pageSize)
  const { all, shown } = useColumns(page, props.children, hidden)
  const searched = toSources(shown.filter(({ isSearched }) => isSearched))
  const address = parseJson(new URLSearchParams(search).get('filter') ?? '')
  const q = isRecord(address) ? findSearchText(address.q).trim() : ''
  const { title } = LISTS[page]
  return (
    <ListBase<Row>
      resource={page}
      sort={props.sort}
      perPage={perPage}
      filter={{ columns: searched, q: q || undefined }}
      storeKey={false}
      exporter={false}
      queryOptions={{
        // The page shows the failure, so there is no notice.
        onError: (error) => console.warn(texts.failed, error.message),
        refetchOnWindowFocus: true,
        refetchInterval: ({ state }) => (isUnsettled?.(state.data?.data ?? []) ? LIMITS.settlingMs : false),
      }}
    >
      <PageHeader title={title}>{props.besideTitle}</PageHeader>
      <FilterLiveForm debounce={300} formComponent={Bar}>
        <SearchBox label={title} disabled={searched.length === 0} search={props.search} />
        {props.filters}
        <Box sx={{ flex: 1, display: { xs: 'none', sm: 'block' } }} />
        {isNarrow && (
          <SortButton fields={toSources(all.filter((each) => !each.disableSort))} label="table.sortedBy" />
        )}
        <RefreshIconButton color="default" icon={<RefreshIcon fontSize="small" />} />
        <ColumnMenu sources={toSources(all)} hiddenAtFirst={hidden} />
        {props.actions}
        {create && words.add !== undefined && props.hasImport && (
          <Button variant="outlined" component={Link} to={`/admin/import?of=${page}`}>
            {importMessages.title}
          </Button>
        )}
        {create && words.add !== undefined && (
          <Button variant="contained" startIcon={<AddIcon />} onClick={create}>
            {words.add}
          </Button>
        )}
      </FilterLiveForm>
      {props.above}
      <Rows {...props} />
    </ListBase>
  )
}

const toSources = (columns: readonly ColumnProps<never>[]) => columns.map(({ source }) => source)

const Rows = ({ page, sort, words, empty, hidden, bulkActions, children }: Props<never>) => {
  const { data, error, refetch, filter, filterValues, setFilters, ...list } = useListContext()
  const { create } = useRecordRoutes(page)
  const frame = useRef<HTMLDivElement>(null)
  const label = LISTS[page].title
  const { q: key, ...filters } = filterValues
  // The focused button disappears with the state it belongs to.
  const leave = (action: () => unknown) => () => {
    frame.current?.focus()
    action()
  }
  const isSearched = filter?.q !== undefined
  const isFiltered = isSearched || Object.keys(filters).length > 0
  const hasRows = list.isPending || (data ?? []).length > 0
  /** Another try would be refused again. */
  const findWayOut = ({ fields }: ApiError) => {
    const [refused = ''] = Object.keys(fields)
    const isSortedAnew = list.sort.field !== sort.field || list.sort.order !== sort.order
    if (isSortedAnew && !refused.startsWith('filter'))
      return { label: texts.resetSort, onClick: leave(() => list.setSort(sort)) }
    if (isSearched && (refused === 'filter.q' || !refused.startsWith('filter')))
      return { label: texts.clearSearch, onClick: leave(() => setFilters(filters)) }
    const isNarrowed = Object.keys(filters).length > 0
    return isNarrowed
      ? { label: texts.clearFilters, onClick: leave(() => setFilters(isSearched ? { q: key } : {})) }
      : null
  }
  return (
    <Paper ref={frame} tabIndex={-1} variant="outlined" sx={{ overflow: 'clip' }} aria-busy={list.isFetching}>
      <Box sx={{ height: 2 }}>{list.isFetching && <LinearProgress sx={{ height: 2 }} aria-hidden />}</Box>
      {error instanceof ApiError && error.status === 400 ? (
        <ListState role="alert" text={error.message} action={findWayOut(error)} />
      ) : error ? (
        <ListFailed reason={error.message} onRetry={leave(refetch)} />
      ) : (
        <>
          {hasRows ? (
            <Records label={label} hidden={hidden} bulkActions={bulkActions}>
              {children}
            </Records>
          ) : isFiltered ? (
            <NothingFound onClear={leave(() => setFilters(isSearched ? filters : {}))} />
          ) : (
            <ListState
              text={words.empty}
              action={create && words.createFirst ? { label: words.createFirst, onClick: create } : null}
            >
              {empty}
            </ListState>
          )}
          <Pager list={label} isRemembered />
        </>
      )}
    </Paper>
  )
}

const Bar = (props: FormHTMLAttributes<HTMLFormElement>) => <Box component="form" sx={barStyle} {...props} />

const ON_PHONES = '@media (max-width: 599.95px)'

/** Of icons on phones, where there are any, so that the rows begin high up. */
const barStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 2,
  mb: { xs: 2, sm: 4 },
  alignItems: 'center',
  '& .MuiButton-root': { minHeight: 40 },
  '& > .MuiButton-contained:last-child': { ml: { sm: 'auto' } },
  [ON_PHONES]: {
    '& > .MuiButton-root:has(.MuiButton-startIcon)': { minWidth: 40, px: 2, fontSize: 0 },
    '& .MuiButton-startIcon': { m: 0 },
  },
}
