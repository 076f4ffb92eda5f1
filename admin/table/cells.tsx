import { Link } from '@mui/material'
import type { ReactNode } from 'react'
import { dateTime, exactTime } from '../format.ts'
import type { RaRecord } from 'react-admin'
import { Column, type ColumnProps } from './column.tsx'

/** Text that may be cut off, whole on hover; in Arabic and Hebrew it is cut off at its own end. */
export const textCell = (text: string, title: string = text): ReactNode => (
  <span title={title} dir="auto">
    {text}
  </span>
)

/** A column of texts, cut off where they are too long. */
export const textColumn = <Row extends RaRecord>(
  source: string,
  text: (row: Row) => string,
  more: Omit<ColumnProps<Row>, 'source' | 'render'> = {},
) => <Column<Row> key={source} source={source} render={(row) => textCell(text(row))} {...more} />

/** The last column, with a row's buttons. */
export const actionsColumn = <Row extends RaRecord>(width: number, render: (row: Row) => ReactNode) => (
  <Column<Row> source="actions" disableSort align="right" card="actions" {...{ width, render }} />
)

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
    {...{ source, isSearched: true, width: 228, ...more }}
    sortByOrder="DESC"
    render={({ [source]: iso, timeZone }) => (iso === null ? '—' : timeCell(iso, timeZone))}
  />
)
