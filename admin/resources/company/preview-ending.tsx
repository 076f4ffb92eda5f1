import { Box, Typography } from '@mui/material'
import { useWatch } from 'react-hook-form'
import { parseApplicantSettings } from '#domain/applicant-settings'
import { toText } from '#domain/json'
import { receiptMessages } from '#domain/messages/receipt'
import { PreviewCard, PreviewHeading } from './preview-parts.tsx'

const words = receiptMessages.en

const EXAMPLE_REFERENCE = 'A1B2-C3D4'

/** What the applicant sees after the submit. */
export const PreviewEnding = () => {
  const [contact, nameOut, stored] = useWatch({ name: ['contact', 'nameOut', 'applicantSettings'] })
  const { receiptCopy, addDocuments, nextSteps } = parseApplicantSettings(stored)
  const company = toText(nameOut)
  return (
    <PreviewCard title={words.title}>
      <Box sx={{ display: 'grid', gap: 2, overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>
        <Typography variant="body2">
          {words.reference}: <strong>{EXAMPLE_REFERENCE}</strong>
        </Typography>
        {toText(contact) !== '' && (
          <div>
            <PreviewHeading>{words.contact(company)}</PreviewHeading>
            {toText(contact)}
          </div>
        )}
        {nextSteps && (
          <div>
            <PreviewHeading>{words.next}</PreviewHeading>
            {words.steps.review(company)}
          </div>
        )}
        {receiptCopy && <Box sx={buttonStyle}>{words.copy}</Box>}
        {addDocuments && <Box sx={buttonStyle}>{words.add}</Box>}
      </Box>
    </PreviewCard>
  )
}

const buttonStyle = {
  justifySelf: 'start',
  px: 3,
  py: 1.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  fontWeight: 600,
}
