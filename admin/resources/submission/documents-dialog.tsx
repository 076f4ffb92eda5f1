import { Box, Button, Skeleton, Typography } from '@mui/material'
import { panelMessages } from '#domain/messages/panel'
import { AppDialog } from '../../dialogs/app-dialog.tsx'
import { DocumentRow } from './document-row.tsx'
import type { Submission } from './submission.ts'
import { useDocuments } from './use-documents.ts'

type Props = { submission: Submission; onClose: () => void }

const words = panelMessages.submissions

/** The files of a submission and those of its company, titled with the company's name. */
export const DocumentsDialog = ({ submission, onClose }: Props) => {
  const { documents, failure, retry } = useDocuments(submission)
  return (
    <AppDialog title={submission.company.nameOut || words.documents} onClose={onClose}>
      <Box sx={{ minHeight: 96 }} aria-busy={documents === null && failure === null}>
        {failure !== null ? (
          <Box role="alert">
            <Typography>{words.documentsFailed}</Typography>
            <Typography variant="body2" color="text.secondary" sx={{ mb: 3 }}>
              {failure}
            </Typography>
            <Button variant="outlined" onClick={retry}>
              {panelMessages.table.retry}
            </Button>
          </Box>
        ) : documents === null ? (
          [1, 2].map((row) => <Skeleton key={row} height={56} />)
        ) : documents.length === 0 ? (
          <Typography color="text.secondary">{words.noDocuments}</Typography>
        ) : (
          <Box component="ul" aria-label={words.documents} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {documents.map((document) => (
              <DocumentRow key={document.id} document={document} />
            ))}
          </Box>
        )}
      </Box>
    </AppDialog>
  )
}
