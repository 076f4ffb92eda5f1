import { Link, Typography } from '@mui/material'
import { panelMessages } from '#domain/messages/panel'
import { fetchFile, saveFile } from '../../providers/files.ts'
import { useAct } from '../../providers/use-act.ts'
import type { Submission } from './submission.ts'

const words = panelMessages.submissions

/** Download, or why there is nothing to download. */
export const PdfCell = ({ submission }: { submission: Submission }) => {
  const { id, pdfPath, pdfState } = submission
  const { busy, run } = useAct(words.downloadFailed)

  if (pdfPath === null) {
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

  const download = () =>
    run(async () => saveFile(await fetchFile(`/api/form${pdfPath}`, `application-${id}.pdf`)))
  return (
    <Link component="button" role="link" aria-disabled={busy} onClick={download} title={words.pdfTitle}>
      {words.download}
    </Link>
  )
}
