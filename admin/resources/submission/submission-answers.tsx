import { Box, Typography } from '@mui/material'
import { submissionMessages } from '#domain/messages/panel-submission'
import { FormattedSections } from './formatted-sections.tsx'
import { RevealButton } from './reveal-button.tsx'
import { parseFormData, type OpenedSubmission } from './submission.ts'
import { useReveal } from './use-reveal.ts'

type Props = { submission: OpenedSubmission; onRevealed: () => void }

const words = submissionMessages.list

/** What the applicant answered, masked until somebody asks for more. */
export const SubmissionAnswers = ({ submission, onRevealed }: Props) => {
  const masked = parseFormData(submission.formData)
  const values = useReveal(submission.id, onRevealed)
  if (masked === null) return <Typography role="alert">{words.parseError}</Typography>
  return (
    <>
      <Box
        className="not-printed"
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', mb: 4 }}
      >
        <RevealButton values={values} variant="outlined" sx={{ minHeight: 36, minWidth: 150 }} />
        <Typography variant="body2" color="text.secondary" sx={{ flex: '1 1 260px' }}>
          {words.revealNote}
        </Typography>
      </Box>
      <FormattedSections values={values.full ?? masked} mode={values.full ? 'full' : 'masked'} isWide />
    </>
  )
}
