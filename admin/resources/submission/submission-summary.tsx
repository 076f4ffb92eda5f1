import { Box } from '@mui/material'
import { submissionMessages } from '#domain/messages/panel-submission'
import { Fact } from '../../layout/fact.tsx'
import { timeCell } from '../../table/cells.tsx'
import type { OpenedSubmission } from './submission.ts'

const words = submissionMessages.page

/** Whose, when, through whom and by which link. */
export const SubmissionSummary = ({ submission }: { submission: OpenedSubmission }) => {
  const { company, user, createdAt, timeZone, generatedLink } = submission
  return (
    <Box component="dl" sx={summaryStyle}>
      <Fact label={words.company}>{company.nameOut || submissionMessages.list.noAnswer}</Fact>
      <Fact label={words.receivedAt}>{timeCell(createdAt, timeZone)}</Fact>
      <Fact label={words.submittedBy}>{user.name || submissionMessages.list.noAnswer}</Fact>
      <Fact label={words.link}>{generatedLink.slug}</Fact>
    </Box>
  )
}

const summaryStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
  gap: 4,
  m: 0,
}
