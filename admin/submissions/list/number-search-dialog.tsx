import { TextInput, ListContextProvider, useList } from 'react-admin'
import ArrowBack from '@mui/icons-material/ArrowBack'
import SearchIcon from '@mui/icons-material/Search'
import { Box, Button, Paper, Typography } from '@mui/material'
import { cloneElement } from 'react'
import { toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { submissionMessages } from '#domain/messages/panel-submission'
import { LISTS } from '#domain/pages'
import { waitingTime } from '#domain/messages/waiting-time'
import { FormDialog } from '../../dialogs/form-dialog.tsx'
import type { Sending } from '../../inputs/use-sending.tsx'
import { ApiError } from '../../providers/request.ts'
import { PageHeader } from '../../layout/page-parts.tsx'
import { Pager, Records } from '../../table/records.tsx'
import type { Submission } from '../submission.ts'
import type { submissionColumns } from './submission-columns.tsx'
import { call, trpcWithHeaders } from '../../providers/trpc-client.ts'

const words = submissionMessages.numberSearch
const UNSORTED = { disableSort: true }

type Props = { number: string; onFound: (found: Found) => void; onClose: () => void }

/** The number lives as long as the dialog: it is in no address, history or store. */
export const NumberSearchDialog = ({ number, onFound, onClose }: Props) => {
  const search: Sending['send'] = async ({ number: asked }) => {
    try {
      onFound(await searchByNumber(toText(asked)))
    } catch (failure) {
      if (!(failure instanceof ApiError) || ![400, 429].includes(failure.status)) throw failure
      return { number: failure.message }
    }
    return undefined
  }
  return (
    <FormDialog
      title={words.open}
      submitLabel={words.find}
      busyLabel={words.finding}
      failure={words.failed}
      defaultValues={{ number }}
      send={search}
      onClose={onClose}
    >
      <TextInput
        source="number"
        label={words.number}
        helperText={words.help}
        autoFocus
        autoComplete="off"
        slotProps={{
          htmlInput: { inputMode: 'numeric', maxLength: LIMITS.numberLength, spellCheck: false },
          formHelperText: ({ error }) => ({ role: error ? 'alert' : undefined }),
        }}
      />
    </FormDialog>
  )
}

type FoundSubmissionsProps = {
  found: Found
  columns: ReturnType<typeof submissionColumns>
  onSearchAgain: () => void
  onBack: () => void
}

/** Replaces the list. The result is kept in props alone. */
export const FoundSubmissions = ({
  found: { rows, left },
  columns,
  onSearchAgain,
  onBack,
}: FoundSubmissionsProps) => {
  const list = useList<Submission>({ data: rows, perPage: LIMITS.pageSize })
  return (
    <ListContextProvider value={list}>
      <PageHeader title={LISTS.forms.title} />
      <Box sx={barStyle}>
        <Button
          autoFocus
          variant="outlined"
          startIcon={<ArrowBack />}
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
        <Button variant="outlined" startIcon={<SearchIcon />} onClick={onSearchAgain} sx={{ minHeight: 40 }}>
          {words.again}
        </Button>
      </Box>
      {rows.length > 0 && (
        <Paper variant="outlined" sx={{ overflow: 'clip' }}>
          <Records label={words.results}>{columns.map((each) => cloneElement(each, UNSORTED))}</Records>
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

/** `tries` are left for `seconds`; null if they are not counted. */
export type Found = { rows: Submission[]; left: { tries: number; seconds: number } | null }

/** The number is sent in a body. @throws ApiError */
async function searchByNumber(number: string): Promise<Found> {
  let left: Found['left'] = null
  const client = trpcWithHeaders((headers) => {
    left = parseRateLimit(headers.get('ratelimit'))
  })
  const { data } = await call(client.form.searchByNumber.mutate({ number }))
  return { rows: data, left }
}

/** Reads `"policy";r=9;t=600`. */
export function parseRateLimit(header: string | null): Found['left'] {
  const [, tries, seconds] = /;r=(\d+);t=(\d+)/.exec(header ?? '') ?? []
  return tries === undefined ? null : { tries: Number(tries), seconds: Number(seconds) }
}
