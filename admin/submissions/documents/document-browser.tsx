import { Box, List, Skeleton, Typography } from '@mui/material'
import { useState } from 'react'
import { documentMessages } from '#domain/messages/document'
import { submissionMessages } from '#domain/messages/panel-submission'
import { countStatements, statementSummary } from '#domain/statement-summary'
import { Failed } from '../../layout/page-parts.tsx'
import { isShowable } from '../../providers/files.ts'
import { DocumentTools } from './document-tools.tsx'
import { DocumentRow } from './document-row.tsx'
import { DocumentViewer } from './document-viewer.tsx'
import { documentsKey, mergeDocuments, type Listed, type Submission } from '../submission.ts'
import { AppDialog } from '../../dialogs/dialogs.tsx'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useLoad } from '../../providers/use-task.ts'

type Props = {
  source: Documents
  /** The server has recorded that a document was opened or saved. */
  onOpened?: () => void
}

const words = submissionMessages.list

export const DocumentBrowser = ({ source, onOpened }: Props) => {
  const [shown, setShown] = useState<Listed[] | null>(null)
  // The focus returns to it.
  const [lastShown, setLastShown] = useState<string | null>(null)
  const { documents, failure, retry } = source

  if (shown !== null)
    return <DocumentViewer documents={shown} onBack={() => setShown(null)} onOpened={onOpened} />

  if (failure !== null)
    return (
      <Box sx={{ minHeight: 96 }}>
        <Failed text={words.documentsFailed} detail={failure} onRetry={retry} />
      </Box>
    )

  const view = (document: Listed) => {
    const rest = (documents ?? []).slice((documents ?? []).indexOf(document) + 1)
    setShown([document, ...rest.filter(({ fileType }) => isShowable(fileType))])
    setLastShown(document.id)
  }
  const statements = countStatements((documents ?? []).filter(({ ofCompany }) => !ofCompany))
  return (
    <Box sx={{ minHeight: 96 }} aria-busy={documents === null}>
      {documents !== null && (
        <Typography sx={{ mb: 2 }}>
          {documentMessages.statements(statementSummary({ ...source.submission, ...statements }))}
        </Typography>
      )}
      <DocumentTools source={source} onChanged={onOpened} />
      {documents === null ? (
        [1, 2].map((row) => <Skeleton key={row} height={56} />)
      ) : documents.length === 0 ? (
        <Typography color="text.secondary">{words.noDocuments}</Typography>
      ) : (
        <List disablePadding aria-label={words.documents}>
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              timeZone={source.submission.timeZone}
              submissionId={source.submission.id}
              takesFocus={document.id === lastShown}
              onView={() => view(document)}
              onChanged={onOpened}
            />
          ))}
        </List>
      )}
    </Box>
  )
}

type DocumentsDialogProps = { submission: Submission; onClose: () => void }

export const DocumentsDialog = ({ submission, onClose }: DocumentsDialogProps) => (
  <AppDialog title={submission.company.nameOut || submissionMessages.list.documents} onClose={onClose}>
    <DocumentBrowser source={useDocuments(submission)} />
  </AppDialog>
)

export type Documents = {
  submission: Pick<Submission, 'id' | 'createdAt' | 'timeZone'>
  /** the path of the submission's files */
  url: string
  /** null: not known yet */
  documents: Listed[] | null
  failure: string | null
  retry: () => void
}

export function useDocuments(
  submission: Pick<Submission, 'id' | 'company' | 'createdAt' | 'timeZone'>,
): Documents {
  const { id, company } = submission
  const { data, failure, retry } = useLoad({
    queryKey: documentsKey(id),
    queryFn: async () => {
      const [own, companys] = await Promise.all([
        call(trpc.documents.forSubmission.query({ submissionId: id })),
        call(trpc.documents.forCompany.query({ companyId: company.id })),
      ])
      return mergeDocuments<Listed>(
        own.data.map((document) => ({ ...document, ofCompany: false })),
        companys.data.map((document) => ({ ...document, ofCompany: true })),
      )
    },
    gcTime: 0,
  })
  return {
    submission,
    url: `/api/documents/form-submission/${encodeURIComponent(id)}`,
    documents: data,
    failure,
    retry,
  }
}
