import { Alert, Box, Link, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { submissionMessages } from '#domain/messages/panel-submission'
import { timeCell } from '../../table/cells.tsx'
import { submissionPath, type OpenedSubmission } from './submission.ts'

const words = submissionMessages.duplicates

/** The company's other submissions with the same tax ID or SSN, if there are any. */
export const SubmissionDuplicates = ({ submission }: { submission: OpenedSubmission }) => {
  const { duplicates, createdAt, timeZone } = submission
  if (duplicates.length === 0) return null
  return (
    <Alert role="region" severity="warning" aria-label={words.title} sx={{ mt: 4 }}>
      {(['taxId', 'ssn'] as const).flatMap((match) =>
        (['earlier', 'later'] as const).map((when) => {
          const found = duplicates.filter(
            (other) => other.matches.includes(match) && other.createdAt > createdAt === (when === 'later'),
          )
          return (
            found.length > 0 && (
              <Box key={match + when} sx={{ '& + &': { mt: 2 } }}>
                <Typography variant="body2" sx={{ fontWeight: 600 }}>
                  {words.line(words.matches[match], found.length, when)}
                </Typography>
                <Box component="ul" sx={{ m: 0, pl: 4 }}>
                  {found.map(({ id, ...other }) => (
                    <li key={id}>
                      <Link component={RouterLink} to={submissionPath(id)} dir="auto">
                        {other.merchant || words.nameless}
                      </Link>
                      {` · ${other.reference} · ${other.statusName} · `}
                      {timeCell(other.createdAt, timeZone)}
                    </li>
                  ))}
                </Box>
              </Box>
            )
          )
        }),
      )}
    </Alert>
  )
}
