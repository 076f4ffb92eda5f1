import { Typography } from '@mui/material'
import { submissionMessages } from '#domain/messages/panel-submission'
import { DownloadLink } from './download-link.tsx'
import { pdfUrl, type Submission } from './submission.ts'

const words = submissionMessages.list

type Props = { submission: Pick<Submission, 'id' | 'pdfPath' | 'pdfState'>; onSaved?: () => void }

/** Download, or why there is nothing to download. */
export const PdfCell = ({ submission, onSaved }: Props) => {
  const { id, pdfPath, pdfState } = submission
  if (pdfPath !== null)
    return (
      <DownloadLink
        url={pdfUrl(pdfPath)}
        name={`application-${id}.pdf`}
        title={words.pdfTitle}
        onSaved={onSaved}
      />
    )

  const failed = pdfState === 'failed'
  return (
    <Typography
      component="span"
      variant="body2"
      color={failed ? 'error' : 'text.secondary'}
      title={failed ? words.pdfFailed : undefined}
    >
      {pdfState === 'pending' ? words.pdfPending : words.noPdf}
      {failed && <span className="visually-hidden">: {words.pdfFailed}</span>}
    </Typography>
  )
}
