import { Box, Link, Table, TableBody, TableCell, TableHead, TableRow, Typography, Card } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { useId, type ReactNode } from 'react'

type Figure = { text: string; to?: string | null }
export type FigureRow = { key: string; name: Figure; detail?: string; figures: Figure[]; share?: number }

type Props = { label: string; heads: readonly string[]; rows: readonly FigureRow[] }

/** `share` of 1 draws a bar over the whole width. */
export const FigureTable = ({ label, heads, rows }: Props) => (
  <Table size="small" aria-label={label} sx={tableStyle}>
    <TableHead>
      <TableRow>
        {heads.map((head, index) => (
          <TableCell key={head} align={index === 0 ? 'left' : 'right'}>
            {head}
          </TableCell>
        ))}
      </TableRow>
    </TableHead>
    <TableBody>
      {rows.map(({ key, name, detail, figures, share }) => (
        <TableRow key={key}>
          <TableCell component="th" scope="row">
            <Linked {...name} />
            {detail !== undefined && (
              <Typography variant="body2" color="text.secondary" dir="auto">
                {detail}
              </Typography>
            )}
            {share !== undefined && (
              <Box aria-hidden sx={{ ...barStyle, width: `${Math.max(0, share) * 100}%` }} />
            )}
          </TableCell>
          {figures.map((figure, index) => (
            <TableCell key={heads[index + 1]} align="right">
              <Linked {...figure} />
            </TableCell>
          ))}
        </TableRow>
      ))}
    </TableBody>
  </Table>
)

export const Linked = ({ text, to }: Figure) =>
  to ? (
    <Link component={RouterLink} to={to} underline="hover" dir="auto">
      {text}
    </Link>
  ) : (
    <span dir="auto">{text}</span>
  )

const barStyle = {
  height: 4,
  mt: 1,
  borderRadius: 1,
  backgroundColor: 'primary.main',
  forcedColorAdjust: 'none',
}

const tableStyle = {
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { px: 1, whiteSpace: 'nowrap' },
  '& thead th:first-of-type': { whiteSpace: 'normal' },
  '& tbody th': { width: '100%', overflowWrap: 'anywhere', whiteSpace: 'normal' },
  '& tr:last-of-type > *': { borderBottom: 0 },
}

type FigureCardProps = { title: string; help?: string; aside?: ReactNode; children: ReactNode }

export const FigureCard = ({ title, help, aside, children }: FigureCardProps) => {
  const id = useId()
  return (
    <Card component="section" variant="outlined" aria-labelledby={id} sx={{ p: 4, minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mb: 2 }}>
        <Typography id={id} variant="h2" sx={{ mr: 'auto' }}>
          {title}
        </Typography>
        {aside}
      </Box>
      {help !== undefined && (
        <Typography variant="body2" color="text.secondary" sx={{ mb: 2 }}>
          {help}
        </Typography>
      )}
      {children}
    </Card>
  )
}
