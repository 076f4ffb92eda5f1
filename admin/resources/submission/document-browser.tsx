import ArrowBack from '@mui/icons-material/ArrowBack'
import { Box, Button, Skeleton, Typography } from '@mui/material'
import { useState } from 'react'
import { statementSummary } from '#domain/statement-summary'
import { submissionMessages } from '#domain/messages/panel-submission'
import { Failed } from '../../layout/failed.tsx'
import { FilePreview } from '../../preview/file-preview.tsx'
import { DocumentTools } from './document-tools.tsx'
import { DocumentRow } from './document-row.tsx'
import { DownloadLink } from './download-link.tsx'
import { documentUrl } from './submission.ts'
import type { Documents, Listed } from './use-documents.ts'

type Props = {
  source: Documents
  /** The company's. */
  timeZone: string
  /** A document was opened or saved, which the server has written down. */
  onOpened?: () => void
}

const words = submissionMessages.list

/** The files of a submission; one of them to be looked at in the list's place. */
export const DocumentBrowser = ({ source, timeZone, onOpened }: Props) => {
  const [shown, setShown] = useState<Listed | null>(null)
  // Where the focus returns to.
  const [lastShown, setLastShown] = useState<string | null>(null)
  const { documents, failure, retry } = source

  if (shown !== null)
    return (
      <>
        <Box sx={headStyle}>
          <Button
            autoFocus
            size="small"
            startIcon={<ArrowBack fontSize="small" />}
            onClick={() => setShown(null)}
            sx={{ minHeight: 36, ml: -1.5 }}
          >
            {submissionMessages.preview.back}
          </Button>
          <DownloadLink url={documentUrl(shown.id)} name={shown.originalFilename} onSaved={onOpened} />
        </Box>
        <Typography component="h3" variant="h3" sx={{ mb: 3, overflowWrap: 'anywhere' }}>
          {shown.originalFilename}
        </Typography>
        <FilePreview url={documentUrl(shown.id)} name={shown.originalFilename} onLoaded={onOpened} />
      </>
    )

  if (failure !== null)
    return (
      <Box sx={{ minHeight: 96 }}>
        <Failed text={words.documentsFailed} detail={failure} onRetry={retry} />
      </Box>
    )

  const view = (document: Listed) => {
    setShown(document)
    setLastShown(document.id)
  }
  const months = (documents ?? []).flatMap(({ ofCompany, statementMonth }) =>
    ofCompany || statementMonth === null ? [] : [statementMonth],
  )
  return (
    <Box sx={{ minHeight: 96 }} aria-busy={documents === null}>
      {documents !== null && (
        <Typography sx={{ mb: 2 }}>
          {statementSummary({ ...source.submission, statementMonths: months })}
        </Typography>
      )}
      <DocumentTools source={source} onChanged={onOpened} />
      {documents === null ? (
        [1, 2].map((row) => <Skeleton key={row} height={56} />)
      ) : documents.length === 0 ? (
        <Typography color="text.secondary">{words.noDocuments}</Typography>
      ) : (
        <Box component="ul" aria-label={words.documents} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              timeZone={timeZone}
              submissionId={source.submission.id}
              takesFocus={document.id === lastShown}
              onView={() => view(document)}
              onChanged={onOpened}
            />
          ))}
        </Box>
      )}
    </Box>
  )
}

const headStyle = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 3,
  mb: 2,
}
