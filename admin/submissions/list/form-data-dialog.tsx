import { Box, Button, Skeleton } from '@mui/material'
import { Link } from 'react-router'
import type { Values } from '#domain/catalogue/values'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { submissionMessages } from '#domain/messages/panel-submission'
import { AlertDialog, AppDialog } from '../../dialogs/dialogs.tsx'
import { dateTime } from '../../format.ts'
import { Failed } from '../../layout/page-parts.tsx'
import { FormattedSections, RevealButton, RevealNote, SubmissionAdditions } from '../answers.tsx'
import { readApplicant, submissionPath, parseFormData, type Submission } from '../submission.ts'
import { useCameFrom } from '../submission-link.tsx'
import { useReveal, useOpened } from '../use-submission.ts'

type Props = { submission: Submission; onClose: () => void }

const words = submissionMessages.list

/** Sensitive answers are masked at first; the server records each reveal. */
export const FormDataDialog = ({ submission, onClose }: Props) => {
  const { submission: opened, failure, retry } = useOpened(submission.id)
  const values = useReveal(submission.id)
  const cameFrom = useCameFrom(submission.id)
  const masked = opened && parseFormData(opened.formData)
  const isLoading = opened === null && failure === null
  const title = isLoading
    ? submissionMessages.page.failedTitle
    : words.viewTitle(readApplicant(submission), submission.company.nameOut || words.nameless)

  if (opened !== null && masked === null)
    return <AlertDialog title={title} text={words.parseError} onClose={onClose} />
  return (
    <AppDialog
      title={title}
      role="alertdialog"
      isToBeRead
      onClose={onClose}
      actions={
        <>
          {masked && <RevealButton values={values} sx={{ mr: 'auto', whiteSpace: 'nowrap' }} />}
          <Button
            component={Link}
            to={submissionPath(submission.id)}
            state={cameFrom}
            sx={{ whiteSpace: 'nowrap' }}
          >
            {submissionMessages.page.open}
          </Button>
          <Button variant="contained" onClick={onClose}>
            {dialogMessages.ok}
          </Button>
        </>
      }
    >
      {masked !== null ? (
        <>
          <Answers submission={submission} masked={masked} full={values.full} />
          {opened && <SubmissionAdditions submission={opened} />}
        </>
      ) : failure !== null ? (
        <Failed text={words.openFailed} detail={failure} onRetry={retry} />
      ) : (
        <Loading />
      )}
    </AppDialog>
  )
}

type AnswersProps = { submission: Submission; masked: Values; full: Values | null }

const Answers = ({ submission, masked, full }: AnswersProps) => (
  <>
    <Box sx={{ mb: 3 }}>
      <RevealNote before={`${words.viewNote(dateTime(submission.createdAt, submission.timeZone))}. `} />
    </Box>
    <FormattedSections values={full ?? masked} mode={full ? 'full' : 'masked'} />
  </>
)

const Loading = () => (
  <Box aria-busy>
    <span className="visually-hidden" role="status">
      {words.opening}
    </span>
    <Skeleton width="80%" sx={{ mb: 3 }} />
    <Skeleton variant="rounded" height={320} />
  </Box>
)
