import { Box, Button, List, MenuItem, Skeleton, TextField, Typography } from '@mui/material'
import { useState } from 'react'
import { submissionMessages } from '#domain/messages/panel-submission'
import { workspaceMessages } from '#domain/messages/panel-workspace'
import { TIMELINE_KIND_NAMES } from '#domain/messages/timeline'
import { TIMELINE_KINDS } from '#domain/events'
import { Failed } from '../../layout/page-parts.tsx'
import { timeCell } from '../../table/columns.tsx'
import type { OpenedSubmission } from '../submission.ts'
import { useTimeline, type TimelineChoice, type TimelineEntry } from '../use-submission.ts'

const { timeline: words } = workspaceMessages
const NAMES = { changes: words.changes, all: words.everything, ...TIMELINE_KIND_NAMES }
const CHOICES = ['changes', 'all', ...TIMELINE_KINDS] as const

export const SubmissionTimeline = ({ submission: { id, timeZone } }: { submission: OpenedSubmission }) => {
  const [choice, setChoice] = useState<TimelineChoice>('changes')
  const { entries, failure, retry, earlier } = useTimeline(id, choice)
  return (
    <>
      <Box className="not-printed" sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
        <Typography variant="body2" color="text.secondary" sx={{ flex: '1 1 200px' }}>
          {words.note}
        </Typography>
        <TextField
          select
          size="small"
          label={words.show}
          value={choice}
          onChange={({ target }) => setChoice(CHOICES.find((each) => each === target.value) ?? 'changes')}
          sx={{ minWidth: 180 }}
        >
          {CHOICES.map((each) => (
            <MenuItem key={each} value={each}>
              {NAMES[each]}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      {failure !== null ? (
        <Failed text={words.failed} detail={failure} onRetry={retry} />
      ) : entries === null ? (
        [1, 2].map((row) => <Skeleton key={row} height={40} />)
      ) : entries.length === 0 ? (
        <Typography color="text.secondary">{words.empty}</Typography>
      ) : (
        <List disablePadding aria-label={words.title}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} timeZone={timeZone} />
          ))}
        </List>
      )}
      {earlier && (
        <Button className="not-printed" variant="outlined" size="small" onClick={earlier} sx={{ mt: 3 }}>
          {words.earlier}
        </Button>
      )}
    </>
  )
}

const Entry = ({ entry, timeZone }: { entry: TimelineEntry; timeZone: string }) => {
  const { actor, at, document, ip, sentence, text, to } = entry
  const { system, nobody, from } = submissionMessages.history
  return (
    <Box component="li" sx={entryStyle}>
      <Typography variant="body2" color="text.secondary">
        <Typography component="span" variant="body2" color="text.primary" sx={{ fontWeight: 600 }}>
          {actor.name || (ip === '' ? system : nobody)}
        </Typography>
        {' · '}
        {timeCell(at, timeZone)}
        {ip !== '' && ` · ${from(ip)}`}
      </Typography>
      {(text === null || to !== null) && `${sentence}${document === null ? '' : `: ${document.name}`}`}
      {text !== null && <div>{text}</div>}
    </Box>
  )
}

const entryStyle = {
  py: 2,
  borderBottom: 1,
  borderColor: 'divider',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
  '&:last-of-type': { borderBottom: 0 },
  '& > div': { mt: 1, px: 3, py: 2, borderRadius: 1, backgroundColor: 'background.default' },
}
