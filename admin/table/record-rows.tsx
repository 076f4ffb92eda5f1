import { Skeleton, Table, TableBody, TableCell, TableHead, TableRow, TableSortLabel } from '@mui/material'
import type { RaRecord } from 'react-admin'
import { LIMITS } from '#domain/limits'
import type { Column } from './column.ts'
import { useTableState } from './use-table-state.ts'

type Props<Row> = { label: string; columns: readonly Column<Row>[] }

/** Rows under a header that stays in sight; grey bars in their place while they load for the first time. */
export const RecordRows = <Row extends RaRecord>({ label, columns }: Props<Row>) => {
  const { rows, isPending } = useTableState<Row>()
  return (
    <Table aria-label={label} sx={{ tableLayout: 'fixed', width: '100%' }}>
      <TableHead>
        <TableRow>
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} />
          ))}
        </TableRow>
      </TableHead>
      <TableBody sx={{ '& tr:last-of-type > *': { borderBottom: 0 } }}>
        {isPending
          ? Array.from({ length: LIMITS.pageSize }, (_, index) => (
              <TableRow key={index} aria-hidden>
                {columns.map((column) => (
                  <TableCell key={column.key}>
                    <Skeleton width={column.width === 'fill' ? '70%' : '60%'} />
                  </TableCell>
                ))}
              </TableRow>
            ))
          : rows.map((row) => (
              <TableRow key={row.id} hover>
                {columns.map((column, index) => (
                  <BodyCell key={column.key} column={column} row={row} isName={index === 0} />
                ))}
              </TableRow>
            ))}
      </TableBody>
    </Table>
  )
}

const HeadCell = <Row,>({ column }: { column: Column<Row> }) => {
  const { sort, setSort } = useTableState()
  const isSorted = sort.field === column.key
  const direction = isSorted && sort.order === 'DESC' ? 'desc' : 'asc'
  const next = isSorted ? (sort.order === 'ASC' ? 'DESC' : 'ASC') : column.sortsAs === 'date' ? 'DESC' : 'ASC'
  return (
    <TableCell
      align={column.align}
      sortDirection={isSorted ? direction : false}
      sx={{
        position: 'sticky',
        top: 0,
        zIndex: 1,
        ...(column.width !== 'fill' && { width: column.width }),
      }}
    >
      {column.sortable === true ? (
        <TableSortLabel
          active={isSorted}
          direction={isSorted ? direction : next === 'ASC' ? 'asc' : 'desc'}
          onClick={() => setSort({ field: column.key, order: next })}
        >
          {column.label}
        </TableSortLabel>
      ) : (
        column.label
      )}
    </TableCell>
  )
}

const cutOff = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  // Text that runs the other way is cut off at its own end.
  '& > span[dir]': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', textAlign: 'left' },
}

const BodyCell = <Row,>({ column, row, isName }: { column: Column<Row>; row: Row; isName: boolean }) => (
  <TableCell
    align={column.align}
    {...(isName && { component: 'th', scope: 'row' })}
    sx={typeof column.width === 'number' ? { whiteSpace: 'nowrap' } : cutOff}
  >
    {column.render(row)}
  </TableCell>
)
