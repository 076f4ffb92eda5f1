import { Box, Skeleton } from '@mui/material'
import type { RaRecord } from 'react-admin'
import { LIMITS } from '#domain/limits'
import type { CardPlace, Column } from './column.ts'
import { useTableState } from './use-table-state.ts'

type Props<Row> = { label: string; columns: readonly Column<Row>[] }

/** Where a table does not fit: each row a card of two lines. */
export const RecordCards = <Row extends RaRecord>({ label, columns }: Props<Row>) => {
  const { rows, isPending } = useTableState<Row>()
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {isPending
        ? Array.from({ length: LIMITS.pageSize }, (_, index) => (
            <Box component="li" key={index} sx={cardStyle} aria-hidden>
              <Skeleton width="55%" height={24} />
              <Skeleton width="80%" height={32} />
            </Box>
          ))
        : rows.map((row) => (
            <Box component="li" key={row.id} sx={cardStyle}>
              <Line row={row} columns={columns} start="title" end="aside" />
              <Line row={row} columns={columns} start="subtitle" end="actions" />
            </Box>
          ))}
    </Box>
  )
}

type LineProps<Row> = { row: Row; columns: readonly Column<Row>[]; start: CardPlace; end: CardPlace }

const Line = <Row,>({ row, columns, start, end }: LineProps<Row>) => {
  const at = (place: CardPlace) =>
    columns.flatMap((column) => {
      const render = renderAt(column, place)
      return render ? [<span key={column.key}>{render(row)}</span>] : []
    })
  return (
    <Box
      sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 3, minHeight: 28 }}
    >
      <Box sx={startStyle(start)}>{at(start)}</Box>
      <Box sx={endStyle(end)}>{at(end)}</Box>
    </Box>
  )
}

const renderAt = <Row,>({ card, render, inCard }: Column<Row>, place: CardPlace) =>
  inCard ? inCard[place] : card === place ? render : undefined

const cardStyle = {
  px: 4,
  py: 2,
  borderBottom: 1,
  borderColor: 'divider',
  '&:last-of-type': { borderBottom: 0 },
}

const cutOff = { overflow: 'hidden', textOverflow: 'ellipsis' }

const startStyle = (place: CardPlace) => ({
  minWidth: 0,
  whiteSpace: 'nowrap',
  ...cutOff,
  ...(place === 'title' && { '& > span > span[dir]': { display: 'block', ...cutOff, textAlign: 'left' } }),
  ...(place === 'subtitle' && { color: 'text.secondary', fontSize: 13 }),
  '& > :not(:empty) + :not(:empty)::before': { content: '" · "' },
})

const endStyle = (place: CardPlace) => ({
  flexShrink: 0,
  display: 'flex',
  alignItems: 'center',
  gap: place === 'actions' ? 2 : 0,
  ...(place === 'aside' && { color: 'text.secondary', fontSize: 13 }),
})
