import { Link, Typography } from '@mui/material'
import { useState } from 'react'
import { panelMessages } from '#domain/messages/panel'
import { fetchFile, saveFile } from '../../providers/files.ts'
import { useFailure } from '../../providers/use-failure.ts'
import type { Submission } from './submission.ts'

const words = panelMessages.submissions

/** Download, or why there is nothing to download. */
export const PdfCell = ({ submission }: { submission: Submission }) => {
  const { id, pdfPath, pdfState } = submission
  const [busy, setBusy] = useState(false)
  const fail = useFailure()

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

  const download = async () => {
    setBusy(true)
    try {
      saveFile(await fetchFile(`/api/form${pdfPath}`, `application-${id}.pdf`))
    } catch (error) {
      await fail(error, words.downloadFailed)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Link
      component="button"
      role="link"
      disabled={busy}
      onClick={() => void download()}
      title={words.pdfTitle}
    >
      {words.download}
    </Link>
  )
}
