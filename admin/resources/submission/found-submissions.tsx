import ArrowBack from '@mui/icons-material/ArrowBack'
import SearchIcon from '@mui/icons-material/Search'
import { Box, Button, Paper, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { ListContextProvider, useList } from 'react-admin'
import { LIMITS } from '#domain/limits'
import { panelMessages } from '#domain/messages/panel'
import { submissionMessages } from '#domain/messages/panel-submission'
import { waitingTime } from '#domain/messages/waiting-time'
import { PageHeader } from '../../layout/page-header.tsx'
import { Pager } from '../../table/pager.tsx'
import { Records } from '../../table/records.tsx'
import type { Found } from './search-by-number.ts'
import type { Submission } from './submission.ts'

const words = submissionMessages.numberSearch

type Props = {
  found: Found
  columns: ReactNode
  onSearchAgain: () => void
  onBack: () => void
}

/** What a search by number has found, in the place of the list. It is kept in this component's props alone. */
export const FoundSubmissions = ({ found: { rows, left }, columns, onSearchAgain, onBack }: Props) => {
  const list = useList<Submission>({ data: rows, perPage: LIMITS.pageSize })
  return (
    <ListContextProvider value={list}>
      <PageHeader title={panelMessages.layout.pages.forms} />
      <Box sx={barStyle}>
        <Button
          autoFocus
          variant="outlined"
          startIcon={<ArrowBack fontSize="small" />}
          onClick={onBack}
          sx={{ minHeight: 40 }}
        >
          {words.back}
        </Button>
        <Box role="status" sx={{ flex: '1 1 240px' }}>
          <Typography sx={{ fontWeight: 600 }}>{words.found(rows.length)}</Typography>
          {left && (
            <Typography variant="body2" color="text.secondary">
              {words.triesLeft(left.tries, waitText(left.seconds))}
            </Typography>
          )}
        </Box>
        <Button
          variant="outlined"
          startIcon={<SearchIcon fontSize="small" />}
          onClick={onSearchAgain}
          sx={{ minHeight: 40 }}
        >
          {words.again}
        </Button>
      </Box>
      {rows.length > 0 && (
        <Paper variant="outlined" sx={{ overflow: 'clip' }}>
          <Records label={words.results}>{columns}</Records>
          <Pager list={words.results} />
        </Paper>
      )}
    </ListContextProvider>
  )
}

function waitText(seconds: number): string {
  const { count, unit } = waitingTime(seconds)
  return count === 1 ? unit : `${count} ${unit}s`
}

const barStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 3,
  mb: 4,
  alignItems: 'center',
  '& > .MuiButton-root': { flexGrow: { xs: 1, sm: 0 } },
}
