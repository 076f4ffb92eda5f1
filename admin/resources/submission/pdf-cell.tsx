import { Typography } from '@mui/material'
import { submissionMessages } from '#domain/messages/panel-submission'
import { withReason } from '#domain/messages/pdf-failure'
import { DownloadLink } from './download-link.tsx'
import { pdfUrl, type Submission } from './submission.ts'

const words = submissionMessages.list

type Props = {
  submission: Pick<Submission, 'id' | 'pdfPath' | 'pdfState' | 'pdfFailure'>
  /** Shows why there is no PDF, which else only assistive technology and the pointer find. */
  showsReason?: boolean
  onSaved?: () => void
}

/** Download, or why there is nothing to download. */
export const PdfCell = ({ submission, showsReason = false, onSaved }: Props) => {
  const { id, pdfPath, pdfState, pdfFailure } = submission
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
  const reason = failed ? withReason(words.pdfFailed, pdfFailure) : undefined
  return (
    <Typography component="span" variant="body2" color={failed ? 'error' : 'text.secondary'} title={reason}>
      {pdfState === 'pending' ? words.pdfPending : words.noPdf}
      {failed && <span className={showsReason ? undefined : 'visually-hidden'}>. {reason}</span>}
    </Typography>
  )
}
