import { Box, Button } from '@mui/material'
import { submissionMessages } from '#domain/messages/panel-submission'
import { readApplicant, type Submission } from './submission.ts'

/** View, and beside it where there is room the applicant's name, which this column's search looks into. */
export const FormDataCell = ({ submission, onView }: { submission: Submission; onView: () => void }) => {
  const applicant = readApplicant(submission)
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 3, minWidth: 0 }}>
      <Button size="small" variant="outlined" onClick={onView} sx={{ minHeight: 32, flexShrink: 0 }}>
        {submissionMessages.list.view}
      </Button>
      <Box component="span" title={applicant} dir="auto" sx={nameStyle}>
        {applicant}
      </Box>
    </Box>
  )
}

const nameStyle = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  // A card is called by that name.
  'li &': { display: 'none' },
}
