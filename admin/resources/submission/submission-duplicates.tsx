import { Alert, Box, Button, Link, Typography } from '@mui/material'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { submissionMessages } from '#domain/messages/panel-submission'
import { timeCell } from '../../table/cells.tsx'
import { submissionPath, type OpenedSubmission } from './submission.ts'

const words = submissionMessages.duplicates

/** More would push the answers off the first screen. */
const SHOWN = 3

/** The company's other submissions with the same tax ID or SSN, if there are any. */
export const SubmissionDuplicates = ({ submission }: { submission: OpenedSubmission }) => {
  const { duplicates, createdAt, timeZone } = submission
  const [isWhole, setWhole] = useState(false)
  if (duplicates.length === 0) return null
  const alikeFirst = duplicates.toSorted((a, b) => b.matches.length - a.matches.length)
  return (
    <Alert role="region" severity="warning" aria-label={words.title} sx={{ mt: 4 }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {words.found(duplicates.length)}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 4 }}>
        {alikeFirst.slice(0, isWhole ? undefined : SHOWN).map(({ id, ...other }) => (
          <li key={id}>
            <Link component={RouterLink} to={submissionPath(id)} dir="auto">
              {other.merchant || words.nameless}
            </Link>
            {` · ${words.same(
              other.createdAt > createdAt ? 'later' : 'earlier',
              other.matches.map((match) => words.matches[match]),
            )} · ${other.reference} · ${other.statusName} · `}
            {timeCell(other.createdAt, timeZone)}
          </li>
        ))}
      </Box>
      {!isWhole && duplicates.length > SHOWN && (
        <Button className="not-printed" color="inherit" size="small" onClick={() => setWhole(true)}>
          {words.showAll(duplicates.length)}
        </Button>
      )}
    </Alert>
  )
}
