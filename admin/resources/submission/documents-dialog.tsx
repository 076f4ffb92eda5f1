import { submissionMessages } from '#domain/messages/panel-submission'
import { AppDialog } from '../../dialogs/app-dialog.tsx'
import { DocumentBrowser } from './document-browser.tsx'
import type { Submission } from './submission.ts'
import { useDocuments } from './use-documents.ts'

type Props = { submission: Submission; onClose: () => void }

/** The files of a submission and those of its company, titled with the company's name. */
export const DocumentsDialog = ({ submission, onClose }: Props) => (
  <AppDialog title={submission.company.nameOut || submissionMessages.list.documents} onClose={onClose}>
    <DocumentBrowser source={useDocuments(submission)} timeZone={submission.timeZone} />
  </AppDialog>
)
