import { Button, Typography } from '@mui/material'
import { useState } from 'react'
import { useDataProvider } from 'react-admin'
import type { Values } from '#domain/catalogue/values'
import { panelMessages } from '#domain/messages/panel'
import { AlertDialog } from '../../dialogs/alert-dialog.tsx'
import { AppDialog } from '../../dialogs/app-dialog.tsx'
import { dateTime } from '../../format.ts'
import { useAct } from '../../providers/use-act.ts'
import { FormattedSections } from './formatted-sections.tsx'
import { applicantOf, parseFormData, type Submission } from './submission.ts'

type Props = { submission: Submission; onClose: () => void }

const words = panelMessages.submissions

/** The application to be read: sensitive values masked until somebody asks for them, which the server records. */
export const FormDataDialog = ({ submission, onClose }: Props) => {
  const masked = parseFormData(submission.formData)
  const { full, busy, reveal, hide } = useReveal(submission.id)
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
          <Button
            onClick={full ? hide : reveal}
            aria-disabled={busy}
            sx={{ mr: 'auto' }}
            aria-pressed={full !== null}
          >
            {busy ? words.revealing : full ? words.masked : words.reveal}
          </Button>
          <Button variant="contained" onClick={onClose}>
            {panelMessages.dialog.ok}
          </Button>
        </>
      }
    >
      <Typography variant="body2" color="text.secondary" sx={{ mb: 3 }}>
        {words.viewNote(dateTime(submission.createdAt))}. {words.revealNote}
      </Typography>
      <FormattedSections values={full ?? masked} mode={full ? 'full' : 'masked'} />
    </AppDialog>
  )
}

/** Full values live in this dialog alone: no cache keeps them once it closes or hides them. */
function useReveal(id: string) {
  const [full, setFull] = useState<Values | null>(null)
  const dataProvider = useDataProvider()
  const { busy, run } = useAct(words.revealFailed)

  const reveal = () =>
    run(async () => {
      const { data } = await dataProvider.getOne<Submission>('forms', { id })
      const values = parseFormData(data.formData)
      if (values === null) throw new Error(words.parseError)
      setFull(values)
    })
  return { full, busy, reveal, hide: () => setFull(null) }
}
