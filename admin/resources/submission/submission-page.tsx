import { Box, Paper, Skeleton, Typography } from '@mui/material'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate, useParams } from 'react-router'
import { submissionMessages } from '#domain/messages/panel-submission'
import { PageHeader } from '../../layout/page-header.tsx'
import { ShortcutsDialog } from '../../shortcuts/shortcuts-dialog.tsx'
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts'
import { ListFailed } from '../../table/list-states.tsx'
import { SubmissionBar } from './submission-bar.tsx'
import { SubmissionContent, type PartName } from './submission-content.tsx'
import { useWayBack } from './submission-link.tsx'
import { useNeighbours } from './use-neighbours.ts'
import { useSubmission } from './use-submission.ts'

const words = submissionMessages.page

/** /admin/forms/:id: where a submission is reviewed, documents beside answers; to be linked to and printed. */
export const SubmissionPage = () => {
  const { id = '' } = useParams()
  const { submission, isMissing, failure, retry } = useSubmission(id)
  const neighbours = useNeighbours(id)
  const [part, setPart] = useState<PartName>('answers')
  const [isHelping, setHelping] = useState(false)
  const navigate = useNavigate()
  const wayBack = useWayBack()
  const show = (next: PartName, target = `[data-part="${next}"]`) => {
    flushSync(() => setPart(next))
    document.querySelector<HTMLElement>(target)?.focus()
  }
  useShortcuts({
    j: () => neighbours?.next?.(),
    k: () => neighbours?.previous?.(),
    e: () => show(part === 'documents' ? 'answers' : 'documents'),
    n: () => show('timeline', 'textarea[name="note"]'),
    '/': () => void navigate(wayBack, { state: { search: true } }),
    '?': () => setHelping(true),
  })
  // The list that it was opened from may have been scrolled.
  useEffect(() => {
    // Browsers differ in what this answers, which must not be taken for a clean-up.
    window.scrollTo(0, 0)
  }, [id])
  const bar = (
    <SubmissionBar
      neighbours={neighbours}
      canPrint={submission !== null}
      onShortcuts={() => setHelping(true)}
    />
  )
  return (
    <>
      {submission !== null ? (
        <SubmissionContent key={submission.id} submission={submission} part={part} onPart={show} bar={bar} />
      ) : (
        <>
          {bar}
          {isMissing ? (
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
        </>
      )}
      {isHelping && <ShortcutsDialog onClose={() => setHelping(false)} />}
    </>
  )
}

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
