import type { ReactNode } from 'react'

/** Where a column's content stands when a row becomes a card: line one (title, aside), line two (subtitle, actions). */
export type CardPlace = 'title' | 'aside' | 'subtitle' | 'actions'

/** A column of a record-table. `key` is also its name in the list call's `sort` and `filter.columns`. */
export type Column<Row> = {
  key: string
  label: string
  render: (row: Row) => ReactNode
  filterable?: boolean
  sortable?: boolean
  /** How its order reads where there is no header to click; 'text' by default. */
  sortsAs?: 'text' | 'date'
  /** Pixels; or a share of the table's width, or of what room is left ('fill'), where long text is cut off. */
  width?: number | `${number}%` | 'fill'
  align?: 'left' | 'right' | 'center'
  card: CardPlace
  /** What a card shows of it instead, and where, if that is not the table's cell at `card`. */
  inCard?: Partial<Record<CardPlace, (row: Row) => ReactNode>>
}

/** Names of the visible columns that a search looks into. */
export const searchedColumns = <Row>(columns: readonly Column<Row>[]): string[] =>
  columns.filter(({ filterable }) => filterable === true).map(({ key }) => key)
