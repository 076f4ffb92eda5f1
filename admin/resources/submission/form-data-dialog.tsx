import { Button, Typography } from '@mui/material'
import { Link } from 'react-router'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { submissionMessages } from '#domain/messages/panel-submission'
import { AlertDialog } from '../../dialogs/alert-dialog.tsx'
import { AppDialog } from '../../dialogs/app-dialog.tsx'
import { dateTime } from '../../format.ts'
import { FormattedSections } from './formatted-sections.tsx'
import { RevealButton } from './reveal-button.tsx'
import { applicantOf, pageOf, parseFormData, type Submission } from './submission.ts'
import { useCameFrom } from './submission-link.tsx'
import { useReveal } from './use-reveal.ts'

type Props = { submission: Submission; onClose: () => void }

const words = submissionMessages.list

/** The application to be read: sensitive values masked until somebody asks for them, which the server records. */
export const FormDataDialog = ({ submission, onClose }: Props) => {
  const masked = parseFormData(submission.formData)
  const values = useReveal(submission.id)
  const cameFrom = useCameFrom()
  const title = words.viewTitle(applicantOf(submission), submission.company.nameOut || words.nameless)

  if (masked === null) return <AlertDialog title={title} text={words.parseError} onClose={onClose} />
  return (
    <AppDialog
      title={title}
      role="alertdialog"
      isToBeRead
      onClose={onClose}
      actions={
        <>
          <RevealButton values={values} sx={{ mr: 'auto', whiteSpace: 'nowrap' }} />
          <Button component={Link} to={pageOf(submission.id)} state={cameFrom} sx={{ whiteSpace: 'nowrap' }}>
            {submissionMessages.page.open}
          </Button>
          <Button variant="contained" onClick={onClose}>
            {dialogMessages.ok}
          </Button>
        </>
      }
    >
      <Typography variant="body2" color="text.secondary" sx={{ mb: 3 }}>
        {words.viewNote(dateTime(submission.createdAt))}. {words.revealNote}
      </Typography>
      <FormattedSections values={values.full ?? masked} mode={values.full ? 'full' : 'masked'} />
    </AppDialog>
  )
}
