import { Link, Typography } from '@mui/material'
import { submissionMessages } from '#domain/messages/panel-submission'
import { withReason } from '#domain/messages/pdf-failure'
import { fetchFile, saveFile } from '../../providers/files.ts'
import { useTask } from '../../providers/use-task.ts'
import { pdfUrl, type Submission } from '../submission.ts'

const words = submissionMessages.list

type Props = { url: string; name: string; title?: string; onSaved?: () => void }

/** `url` is under /api; `name` is used if the server names none. */
export const DownloadLink = ({ url, name, title, onSaved }: Props) => {
  const { busy, run } = useTask(words.downloadFailed)
  const download = () =>
    run(async () => {
      saveFile(await fetchFile(`${url}?download=1`, name))
      onSaved?.()
    })
  return (
    <Link component="button" role="link" aria-disabled={busy} onClick={download} title={title}>
      {words.download}
    </Link>
  )
}

type PdfCellProps = {
  submission: Pick<Submission, 'id' | 'pdfPath' | 'pdfState' | 'pdfFailure'>
  /** Otherwise only assistive technology and the tooltip give the reason. */
  showsReason?: boolean
  onSaved?: () => void
}

export const PdfCell = ({ submission, showsReason = false, onSaved }: PdfCellProps) => {
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
