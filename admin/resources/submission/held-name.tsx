import GavelIcon from '@mui/icons-material/GavelOutlined'
import { Box } from '@mui/material'
import { submissionMessages } from '#domain/messages/panel-submission'
import { SubmissionLink } from './submission-link.tsx'
import type { Submission } from './submission.ts'

/** The name of a row, with a mark before it where the submission is on legal hold. */
export const HeldName = ({ submission, text }: { submission: Submission; text: string }) =>
  submission.onHold ? (
    <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <GavelIcon
        titleAccess={submissionMessages.hold.badge}
        color="warning"
        sx={{ fontSize: 16, flexShrink: 0 }}
      />
      <SubmissionLink submission={submission} text={text} />
    </Box>
  ) : (
    <SubmissionLink submission={submission} text={text} />
  )
