import { Box, Button, Typography } from '@mui/material'
import { useState } from 'react'
import { submissionMessages } from '#domain/messages/panel-submission'
import { FilePreview } from '../../preview/file-preview.tsx'
import { PdfCell } from './pdf-cell.tsx'
import { pdfUrl, type OpenedSubmission } from './submission.ts'

type Props = { submission: OpenedSubmission; onOpened: () => void }

const words = submissionMessages.pdf

/** The application's PDF. It holds the full values, so it is shown when somebody asks for it and not before. */
export const SubmissionPdf = ({ submission, onOpened }: Props) => {
  const [isShown, setShown] = useState(false)
  const { id, pdfPath } = submission
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 4, minHeight: 36 }}>
        {pdfPath !== null && (
          <Button
            variant="outlined"
            size="small"
            aria-expanded={isShown}
            onClick={() => setShown(!isShown)}
            sx={{ minHeight: 36 }}
          >
            {isShown ? words.hide : words.show}
          </Button>
        )}
        <PdfCell submission={submission} showsReason onSaved={onOpened} />
      </Box>
      {pdfPath !== null && (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>
          {words.note}
        </Typography>
      )}
      {isShown && pdfPath !== null && (
        <Box sx={{ mt: 4 }}>
          <FilePreview url={pdfUrl(pdfPath)} name={`application-${id}.pdf`} onLoaded={onOpened} />
        </Box>
      )}
    </>
  )
}
