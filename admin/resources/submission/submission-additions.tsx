import { Typography } from '@mui/material'
import { submissionMessages } from '#domain/messages/panel-submission'
import { dateTime } from '../../format.ts'
import type { OpenedSubmission } from './submission.ts'

/** Signatures that came after the submit. */
export const SubmissionAdditions = ({
  submission: { additions, timeZone },
}: {
  submission: OpenedSubmission
}) =>
  additions.map(({ id, createdAt, name, signing }) => (
    <Typography key={id} sx={{ mt: 4, overflowWrap: 'anywhere' }}>
      {submissionMessages.page.added(dateTime(createdAt, timeZone), name)}{' '}
      <Typography component="span" variant="body2" color="text.secondary">
        {signing.signers.map(({ address }) => submissionMessages.history.from(address)).join()}
      </Typography>
    </Typography>
  ))
