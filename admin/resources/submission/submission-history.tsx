import { Box, Button, Skeleton, Typography } from '@mui/material'
import { auditSentence } from '#domain/messages/audit'
import { panelMessages } from '#domain/messages/panel'
import { submissionMessages } from '#domain/messages/panel-submission'
import { dateTime, exactTime } from '../../format.ts'
import { Failed } from '../../layout/failed.tsx'
import { turnStyle } from '../../theme/turn-style.ts'
import { useHistory, type HistoryEntry } from './use-history.ts'

type Props = {
  id: string
  /** A document's file name, '' when it is not known. */
  documentName: (id: string) => string
}

const words = submissionMessages.history

/** Who opened the submission and its files, and when. */
export const SubmissionHistory = ({ id, documentName }: Props) => {
  const { entries, failure, retry, extent, newer, older } = useHistory(id)
  if (failure !== null) return <Failed text={words.failed} detail={failure} onRetry={retry} />
  if (entries === null) return [1, 2].map((row) => <Skeleton key={row} height={40} />)
  if (entries.length === 0) return <Typography color="text.secondary">{words.empty}</Typography>
  return (
    <>
      <Typography className="not-printed" variant="body2" color="text.secondary" sx={{ mb: 2 }}>
        {words.note}
      </Typography>
      <Box component="ul" aria-label={submissionMessages.page.history} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} file={documentName(entry.objectId)} />
        ))}
      </Box>
      {(newer ?? older) && (
        <Box component="nav" aria-label={words.pages} sx={pagerStyle}>
          <Typography variant="body2" color="text.secondary" role="status" sx={{ mr: 'auto' }}>
            {panelMessages.table.displayed(extent.from, extent.to, extent.total)}
          </Typography>
          <Turn label={words.previous} to={newer} />
          <Turn label={words.next} to={older} />
        </Box>
      )}
    </>
  )
}

const Turn = ({ label, to }: { label: string; to: (() => void) | null }) => (
  <Button
    variant="outlined"
    size="small"
    aria-disabled={to === null}
    onClick={to ?? undefined}
    sx={turnStyle}
  >
    {label}
  </Button>
)

const Entry = ({ entry, file }: { entry: HistoryEntry; file: string }) => (
  <Box component="li" sx={entryStyle}>
    <Typography
      component="time"
      variant="body2"
      color="text.secondary"
      dateTime={entry.at}
      title={exactTime(entry.at, entry.timeZone)}
      sx={{ fontVariantNumeric: 'tabular-nums' }}
    >
      {dateTime(entry.at, entry.timeZone)}
    </Typography>
    <Typography component="span" sx={{ fontWeight: 600 }}>
      {entry.actor.name || (entry.ip === '' ? words.system : words.nobody)}
    </Typography>
    <span>
      {auditSentence(entry.act, entry.detail)}
      {file !== '' && `: ${file}`}{' '}
      <Typography component="span" variant="body2" color="text.secondary">
        {entry.ip !== '' && words.from(entry.ip)}
      </Typography>
    </span>
  </Box>
)

const entryStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: '170px minmax(0, 1fr) minmax(0, 2fr)' },
  columnGap: 4,
  alignItems: 'baseline',
  py: 2,
  borderBottom: 1,
  borderColor: 'divider',
  overflowWrap: 'anywhere',
  '&:last-of-type': { borderBottom: 0 },
}

const pagerStyle = { display: 'flex', alignItems: 'center', gap: 2, mt: 3 }
