import { Box, Button } from '@mui/material'
import { panelMessages } from '#domain/messages/panel'
import { applicantOf, type Submission } from './submission.ts'

/** View, and beside it where there is room the applicant's name, which this column's search looks into. */
export const FormDataCell = ({ submission, onView }: { submission: Submission; onView: () => void }) => {
  const applicant = applicantOf(submission)
  return (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 3, minWidth: 0 }}>
      <Button size="small" variant="outlined" onClick={onView} sx={{ minHeight: 32, flexShrink: 0 }}>
        {panelMessages.submissions.view}
      </Button>
      <Box component="span" title={applicant} sx={nameStyle}>
        {applicant}
      </Box>
    </Box>
  )
}

/** In a card the name stands before the button, and only where there is room for both. */
const nameStyle = {
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  'li &': { display: { xs: 'none', sm: 'inline' }, order: -1, maxWidth: 220, whiteSpace: 'nowrap' },
}
