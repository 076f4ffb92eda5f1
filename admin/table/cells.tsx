import { Link } from '@mui/material'
import type { ReactNode } from 'react'
import { dateTime, exactTime } from '../format.ts'
import type { Column } from './column.ts'

/** Cells that several lists have. */

const linkStyle = {
  display: 'block',
  maxWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  textAlign: 'left',
}

/**
 * Text that may be cut off, whole on hover. It begins where its script begins: cut off is the end of a name in Arabic or
 * Hebrew too.
 */
export const textCell = (text: string, title: string = text): ReactNode => (
  <span title={title} dir="auto">
    {text}
  </span>
)

/**
 * A row's name; a click on it is the row's main act, where there is one. `label` tells it from others of the same name.
 */
export const nameCell = (name: string, act: (() => void) | null, label?: string): ReactNode =>
  act === null ? (
    textCell(name)
  ) : (
    <Link
      component="button"
      dir="auto"
      underline="hover"
      onClick={act}
      title={name}
      aria-label={label}
      sx={linkStyle}
    >
      {name}
    </Link>
  )

type Dated<Key extends string> = Readonly<Record<Key, string>>

/** A time of the row (ISO): to be sorted by, searched by the beginning of YYYY-MM-DD, exact on hover. */
export const dateColumn = <Key extends string>({
  key,
  label,
}: {
  key: Key
  label: string
}): Column<Dated<Key>> => ({
  key,
  label,
  filterable: true,
  sortable: true,
  sortsAs: 'date',
  width: 190,
  card: 'aside',
  render: (row) => (
    <time dateTime={row[key]} title={exactTime(row[key])}>
      {dateTime(row[key])}
    </time>
  ),
})
