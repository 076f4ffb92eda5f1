import RefreshIcon from '@mui/icons-material/Refresh'
import AddIcon from '@mui/icons-material/Add'
import { Box, Button, LinearProgress, Paper } from '@mui/material'
import { Children, isValidElement, useRef, type FormHTMLAttributes, type ReactNode } from 'react'
import {
  FilterLiveForm,
  ListBase,
  ListContextProvider,
  RefreshIconButton,
  SortButton,
  useListContext,
  useLocation,
  useStore,
  type SortPayload,
} from 'react-admin'
import { Link } from 'react-router'
import { isRecord, parseJson, toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { panelMessages } from '#domain/messages/panel'
import { importMessages } from '#domain/messages/panel-import'
import type { PageKey } from '#domain/pages'
import { useRecordRoutes } from '../resources/resource.tsx'
import { PageHeader, ListFailed, ListState, NothingFound } from '../layout/page-parts.tsx'
import { findSearchText, keepSearchText } from '../providers/search-texts.ts'
import type { ColumnInfo } from './columns.tsx'
import { ColumnMenu, SearchBox } from './list-bar.tsx'
import { Pager, Records, useIsNarrow } from './records.tsx'

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
  /** @returns why the text can't be searched for */
  rejectSearch?: (text: string) => string | undefined
  hidden?: string[]
  above?: ReactNode
  /** Columns. */
  children: ReactNode
}

const NONE: string[] = []
export const LAST_EDITED_FIRST = { field: 'updatedAt', order: 'DESC' } as const
export const NEWEST_FIRST = { field: 'createdAt', order: 'DESC' } as const

/** The list's state is in the address, except for the search text. */
export const RecordList = <Row extends { id: string }>(props: Props<Row>) => {
  const { page, sort, isUnsettled, hidden: hiddenAtFirst = NONE, children } = props
  const columns = Children.toArray(children).flatMap((child) =>
    isValidElement<ColumnInfo>(child) ? [child.props] : [],
  )
  const [hidden] = useStore<string[]>(`${page}.datatable`, hiddenAtFirst)
  const [perPage] = useStore<number>(`${page}.perPage`, LIMITS.pageSize)
  const searched = columns.flatMap(({ source, isSearched }) =>
    isSearched === true && !hidden.includes(source) ? [source] : [],
  )
  const q = useSearchText()
  return (
    <ListBase<Row>
      resource={page}
      sort={sort}
      perPage={perPage}
      filter={{ columns: searched, q: q || undefined }}
      storeKey={false}
      exporter={false}
      queryOptions={{
        // The page shows the failure, so there is no notice.
        onError: (error) => console.warn(panelMessages.table.failed, error.message),
        refetchOnWindowFocus: true,
        refetchInterval: ({ state }) => (isUnsettled?.(state.data?.data ?? []) ? LIMITS.settlingMs : false),
      }}
    >
      <WithSearchText page={page} q={q}>
        <ListPage {...props} columns={columns} canSearch={searched.length > 0} />
      </WithSearchText>
    </ListBase>
  )
}

type PageProps<Row> = Props<Row> & { columns: ColumnInfo[]; canSearch: boolean }

const ListPage = <Row,>({
  page,
  columns,
  canSearch,
  rejectSearch,
  hidden = NONE,
  words,
  ...props
}: PageProps<Row>) => {
  const { create } = useRecordRoutes(page)
  const { isFetching } = useListContext()
  const isNarrow = useIsNarrow()
  const frame = useRef<HTMLDivElement>(null)
  const title = panelMessages.layout.pages[page]
  const empty = (
    <ListState
      text={words.empty}
      action={create && words.createFirst ? { label: words.createFirst, onClick: create } : null}
    >
      {props.empty}
    </ListState>
  )
  const sorted = columns.flatMap(({ source, disableSort }) => (disableSort === true ? [] : [source]))
  return (
    <>
      <PageHeader title={title}>{props.besideTitle}</PageHeader>
      <FilterLiveForm debounce={300} formComponent={Bar}>
        <SearchBox label={title} disabled={!canSearch} validate={rejectSearch} />
        {props.filters}
        <Box sx={{ flex: 1, display: { xs: 'none', sm: 'block' } }} />
        {isNarrow && <SortButton fields={sorted} label="table.sortedBy" />}
        <RefreshIconButton color="default" icon={<RefreshIcon fontSize="small" />} />
        <ColumnMenu page={page} columns={columns} hiddenAtFirst={hidden} />
        {props.actions}
        {create && words.add !== undefined && props.hasImport === true && (
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
      <Paper ref={frame} tabIndex={-1} variant="outlined" sx={{ overflow: 'clip' }} aria-busy={isFetching}>
        <Box sx={{ height: 2 }}>{isFetching && <LinearProgress sx={{ height: 2 }} aria-hidden />}</Box>
        <Content label={title} empty={empty} hidden={hidden} takeFocus={() => frame.current?.focus()}>
          {props.children}
        </Content>
      </Paper>
    </>
  )
}

type ContentProps = {
  label: string
  empty: ReactNode
  hidden: string[]
  takeFocus: () => void
  children: ReactNode
}

const Content = ({ label, empty, hidden, takeFocus, children }: ContentProps) => {
  const { data, isPending, error, refetch, filterValues, setFilters } = useListContext()
  // The focused button disappears with the state it belongs to.
  const retry = () => {
    takeFocus()
    void refetch()
  }
  if (error) return <ListFailed reason={error.message} onRetry={retry} />
  const { q, ...filters } = filterValues
  const isFiltered = Object.keys(filterValues).length > 0
  const clear = () => {
    takeFocus()
    setFilters(q === undefined ? {} : filters)
  }
  const hasRows = isPending || data.length > 0
  return (
    <>
      {hasRows && (
        <Records label={label} hidden={hidden}>
          {children}
        </Records>
      )}
      {!hasRows && (isFiltered ? <NothingFound onClear={clear} /> : empty)}
      <Pager list={label} />
    </>
  )
}

/** Puts a key into the address instead of the search text. Remembers the page size. */
const WithSearchText = ({ page, q, children }: { page: PageKey; q: string; children: ReactNode }) => {
  const list = useListContext()
  const [, rememberPerPage] = useStore<number>(`${page}.perPage`)
  const { q: _key, ...others } = list.filterValues
  const setFilters = ({ q: text, ...filters }: Record<string, unknown>) => {
    const wanted = toText(text).trim()
    // Switches that are off and empty choices filter nothing.
    const on = Object.entries(filters).filter(([, value]) => value !== false && [value].flat().length > 0)
    list.setFilters({ ...Object.fromEntries(on), ...(wanted !== '' && { q: keepSearchText(wanted) }) })
  }
  const setPerPage = (perPage: number) => {
    rememberPerPage(perPage)
    list.setPerPage(perPage)
  }
  return (
    <ListContextProvider
      value={{ ...list, filterValues: q === '' ? others : { ...others, q }, setFilters, setPerPage }}
    >
      {children}
    </ListContextProvider>
  )
}

function useSearchText(): string {
  const filter = parseJson(new URLSearchParams(useLocation().search).get('filter') ?? '')
  return isRecord(filter) ? findSearchText(filter.q) : ''
}

const Bar = (props: FormHTMLAttributes<HTMLFormElement>) => <Box component="form" sx={barStyle} {...props} />

const barStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 2,
  mb: 4,
  alignItems: 'center',
  '& .MuiButton-root': { minHeight: 40 },
  // On phones actions fill their own line; elsewhere the last one stands at the right.
  '& > .MuiButton-root:not([aria-haspopup])': { flexGrow: { xs: 1, sm: 0 } },
  '& > .MuiButton-contained:last-child': { ml: { sm: 'auto' } },
}
