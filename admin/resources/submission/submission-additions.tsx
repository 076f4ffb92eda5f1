import { Box, Typography } from '@mui/material'
import { additionSection } from '#domain/addition-section'
import { submissionMessages } from '#domain/messages/panel-submission'
import { SectionList } from './formatted-sections.tsx'
import type { OpenedSubmission } from './submission.ts'

/** Signatures, corrections and answers that came after the submit. */
export const SubmissionAdditions = ({
  submission: { additions, timeZone },
}: {
  submission: OpenedSubmission
}) =>
  additions.map((addition) => {
    const section = additionSection(addition, timeZone)
    const from = addition.signing?.signers
      .map(({ address }) => submissionMessages.history.from(address))
      .join()
    return (
      <Box component="section" key={addition.id} aria-label={section.title} sx={{ mt: 4 }}>
        {addition.entries.length > 0 ? (
          <SectionList sections={[section]} isWide />
        ) : (
          <Typography sx={{ overflowWrap: 'anywhere' }}>{section.title}</Typography>
        )}
        {from && (
          <Typography variant="body2" color="text.secondary">
            {from}
          </Typography>
        )}
      </Box>
    )
  })
