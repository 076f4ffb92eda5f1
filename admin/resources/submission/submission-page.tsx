import ArrowBack from '@mui/icons-material/ArrowBack'
import PrintIcon from '@mui/icons-material/PrintOutlined'
import { Box, Button, Chip, Paper, Skeleton, Typography } from '@mui/material'
import { useEffect, type ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { submissionMessages } from '#domain/messages/panel-submission'
import { signingSection } from '#domain/signing-section'
import { PageHeader } from '../../layout/page-header.tsx'
import { ListFailed } from '../../table/list-states.tsx'
import { DocumentBrowser } from './document-browser.tsx'
import { SectionList } from './formatted-sections.tsx'
import { SubmissionAdditions } from './submission-additions.tsx'
import { SubmissionAnswers } from './submission-answers.tsx'
import { SubmissionDuplicates } from './submission-duplicates.tsx'
import { SubmissionHistory } from './submission-history.tsx'
import { SubmissionHold } from './submission-hold.tsx'
import { useWayBack } from './submission-link.tsx'
import { SubmissionLinks } from './submission-links.tsx'
import { SubmissionPdf } from './submission-pdf.tsx'
import { SubmissionSummary } from './submission-summary.tsx'
import { readApplicant, type OpenedSubmission } from './submission.ts'
import { useDocuments } from './use-documents.ts'
import { useHistoryChanged } from './use-history.ts'
import { useSubmission } from './use-submission.ts'

const words = submissionMessages.page

/** /admin/forms/:id: one submission with its answers, its files and who opened them; to be linked to and printed. */
export const SubmissionPage = () => {
  const { id = '' } = useParams()
  const { submission, isMissing, failure, retry } = useSubmission(id)
  // The list that it was opened from may have been scrolled.
  useEffect(() => {
    // Browsers differ in what this answers, which must not be taken for a clean-up.
    window.scrollTo(0, 0)
  }, [id])
  return (
    <Box sx={{ maxWidth: 1040 }}>
      <BackBar canPrint={submission !== null} />
      {submission !== null ? (
        <Content key={submission.id} submission={submission} />
      ) : isMissing ? (
        <>
          <PageHeader title={words.notFoundTitle} />
          <Typography role="alert">{words.notFound}</Typography>
        </>
      ) : failure !== null ? (
        <>
          <PageHeader title={words.failedTitle} />
          <Paper variant="outlined">
            <ListFailed text={words.failed} reason={failure} onRetry={retry} />
          </Paper>
        </>
      ) : (
        <Loading />
      )}
    </Box>
  )
}

const Content = ({ submission }: { submission: OpenedSubmission }) => {
  const { id, company } = submission
  const documents = useDocuments(submission)
  const changed = useHistoryChanged()
  const nameOfDocument = (wanted: string) =>
    documents.documents?.find((document) => document.id === wanted)?.originalFilename ?? ''
  const { viewTitle, nameless } = submissionMessages.list
  return (
    <>
      <PageHeader title={viewTitle(readApplicant(submission), company.nameOut || nameless)} />
      <Box sx={{ mb: 5 }}>
        <SubmissionSummary submission={submission} />
        <SubmissionDuplicates submission={submission} />
        {submission.awaitsSignature && (
          <Chip color="warning" variant="outlined" label={words.awaitsSignature} sx={{ mt: 3 }} />
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', columnGap: 3 }}>
          <SubmissionHold submission={submission} onChanged={changed} />
          <SubmissionLinks id={id} onEnded={changed} />
        </Box>
      </Box>
      <Part title={words.answers}>
        <SubmissionAnswers submission={submission} onRevealed={changed} />
        {submission.signing && (
          <SectionList sections={[signingSection(submission.signing, submission.timeZone)]} isWide />
        )}
        <SubmissionAdditions submission={submission} />
      </Part>
      <Part title={words.documents}>
        <DocumentBrowser source={documents} timeZone={submission.timeZone} onOpened={changed} />
      </Part>
      <Part title={words.pdf} isPrinted={false}>
        <SubmissionPdf submission={submission} onOpened={changed} />
      </Part>
      <Part title={words.history}>
        <SubmissionHistory id={id} documentName={nameOfDocument} />
      </Part>
    </>
  )
}

const BackBar = ({ canPrint }: { canPrint: boolean }) => (
  <Box
    className="not-printed"
    sx={{ display: 'flex', justifyContent: 'space-between', minHeight: 36, mb: 2 }}
  >
    <Button component={Link} to={useWayBack()} size="small" startIcon={<ArrowBack fontSize="small" />}>
      {words.back}
    </Button>
    {canPrint && (
      <Button size="small" startIcon={<PrintIcon fontSize="small" />} onClick={() => window.print()}>
        {words.print}
      </Button>
    )}
  </Box>
)

type PartProps = { title: string; isPrinted?: boolean; children: ReactNode }

const Part = ({ title, isPrinted = true, children }: PartProps) => (
  <Paper
    component="section"
    variant="outlined"
    aria-label={title}
    className={isPrinted ? undefined : 'not-printed'}
    sx={{ p: { xs: 4, sm: 5 }, mb: 4 }}
  >
    <Typography component="h2" variant="h2" sx={{ mb: 3 }}>
      {title}
    </Typography>
    {children}
  </Paper>
)

const Loading = () => (
  <Box aria-busy>
    <span className="visually-hidden" role="status">
      {words.loading}
    </span>
    <Skeleton width="60%" height={32} sx={{ mb: 4 }} />
    <Skeleton height={44} sx={{ mb: 5 }} />
    <Skeleton variant="rounded" height={480} />
  </Box>
)
