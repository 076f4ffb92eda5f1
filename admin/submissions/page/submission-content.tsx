import {
  Box,
  Button,
  Chip,
  Paper,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
  type SxProps,
} from '@mui/material'
import { useState, type ReactNode } from 'react'
import { offerMessages } from '#domain/messages/panel-offer'
import { requestMessages } from '#domain/messages/panel-request'
import { submissionMessages } from '#domain/messages/panel-submission'
import { taskMessages } from '#domain/messages/panel-task'
import { workspaceMessages } from '#domain/messages/panel-workspace'
import { signingSection } from '#domain/signing-section'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { DocumentBrowser, useDocuments } from '../documents/document-browser.tsx'
import { CashFlow } from '../cash-flow/cash-flow.tsx'
import { Funders } from '../funders/funders.tsx'
import { Offers } from '../offers/offers.tsx'
import { SectionList, SubmissionAdditions, SubmissionAnswers } from '../answers.tsx'
import { NoteForm } from './note-form.tsx'
import { SubmissionTasks } from './submission-tasks.tsx'
import { SubmissionTimeline } from './submission-timeline.tsx'
import { DeleteButton, EndLinksButton, HoldButton } from './submission-actions.tsx'
import {
  SubmissionDuplicates,
  SubmissionHold,
  SubmissionSummary,
  SubmissionPdf,
} from './submission-summary.tsx'
import { BESIDE, SubmissionHeader } from './submission-header.tsx'
import { NotSigned, SubmissionOrigin } from './submission-origin.tsx'
import { SubmissionRequests } from './submission-requests.tsx'
import type { OpenedSubmission } from '../submission.ts'
import { useTimelineChanged } from '../use-submission.ts'

const words = submissionMessages.page
const { parts: partNames, header, zoom } = workspaceMessages

const PARTS = ['answers', 'cashFlow', 'documents', 'funders', 'timeline'] as const
export type PartName = (typeof PARTS)[number]

type Props = {
  submission: OpenedSubmission
  part: PartName
  onPart: (part: PartName) => void
  bar: ReactNode
}

export const SubmissionContent = ({ submission, part, onPart, bar }: Props) => {
  const { id } = submission
  const documents = useDocuments(submission)
  const changed = useTimelineChanged()
  const canUpdate = useCanPerform('submission.update')
  const [isWide, setWide] = useState(false)
  return (
    <>
      <SubmissionHeader submission={submission}>
        {bar}
        <PartSwitch part={part} onPart={onPart} sx={jumpStyle} />
      </SubmissionHeader>
      <PartSwitch part={part} onPart={onPart} sx={switchStyle} />
      <Box data-shown={part} sx={isWide ? wideStyle : besideStyle}>
        <Box data-part="answers" tabIndex={-1}>
          <Box sx={{ mb: 5 }}>
            <SubmissionSummary submission={submission} />
            <SubmissionDuplicates submission={submission} />
            {submission.awaitsSignature && (
              <Chip color="warning" variant="outlined" label={words.awaitsSignature} sx={{ mt: 3 }} />
            )}
            <NotSigned submission={submission} />
            {submission.unreadableSignatures.length > 0 && (
              <Chip color="error" variant="outlined" label={words.unreadableSignature} sx={{ mt: 3 }} />
            )}
            <SubmissionHold {...submission} />
          </Box>
          <Part title={words.answers}>
            <SubmissionAnswers submission={submission} onRevealed={changed} />
            {submission.signing && (
              <SectionList sections={[signingSection(submission.signing, submission.timeZone)]} isWide />
            )}
            <SubmissionAdditions submission={submission} />
            <SubmissionOrigin submission={submission} />
          </Part>
          <Part title={words.pdf} isPrinted={false}>
            <SubmissionPdf submission={submission} onOpened={changed} />
          </Part>
          <Box className="not-printed" sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, mb: 4 }}>
            <HoldButton submission={submission} onChanged={changed} />
            <EndLinksButton submission={submission} onChanged={changed} />
            <DeleteButton submission={submission} />
          </Box>
        </Box>
        <Box data-part="cashFlow" tabIndex={-1}>
          <Part title={partNames.cashFlow}>
            <CashFlow id={id} documents={documents.documents ?? []} />
          </Part>
        </Box>
        <Box data-part="documents" tabIndex={-1}>
          <Part title={words.documents}>
            <Button
              className="not-printed"
              size="small"
              aria-pressed={isWide}
              onClick={() => setWide(!isWide)}
              sx={{ display: 'none', float: 'right', mt: -11, [BESIDE]: { display: 'inline-flex' } }}
            >
              {isWide ? zoom.narrow : zoom.wide}
            </Button>
            <DocumentBrowser source={documents} onOpened={changed} />
          </Part>
          <Part title={requestMessages.title}>
            <SubmissionRequests submission={submission} />
          </Part>
        </Box>
        <Box data-part="funders" tabIndex={-1}>
          <Part title={partNames.funders}>
            <Funders submission={submission} documents={documents.documents ?? []} />
          </Part>
          <Part title={offerMessages.title}>
            <Offers submission={submission} />
          </Part>
        </Box>
        <Box data-part="timeline" tabIndex={-1}>
          <Part title={taskMessages.title} isPrinted={false}>
            <SubmissionTasks submission={submission} />
          </Part>
          <Part title={partNames.timeline}>
            {canUpdate && <NoteForm id={id} />}
            <SubmissionTimeline submission={submission} />
          </Part>
        </Box>
      </Box>
    </>
  )
}

type SwitchProps = Pick<Props, 'part' | 'onPart'> & { sx: SxProps }

const PartSwitch = ({ part, onPart, sx }: SwitchProps) => (
  <ToggleButtonGroup
    className="not-printed"
    exclusive
    size="small"
    value={part}
    aria-label={header.parts}
    onChange={(_event, next: PartName | null) => onPart(next ?? part)}
    sx={sx}
  >
    {PARTS.map((name) => (
      <ToggleButton
        key={name}
        value={name}
        sx={{
          flex: 1,
          minHeight: { xs: 44, md: 32 },
          px: { xs: 0.75, md: 2 },
          fontSize: { xs: 12, sm: 13 },
          whiteSpace: 'nowrap',
        }}
      >
        {partNames[name]}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
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

const jumpStyle = { display: 'none', float: 'right', [BESIDE]: { display: 'flex' } }

const switchStyle = {
  display: 'flex',
  position: 'sticky',
  top: 0,
  zIndex: 'appBar',
  mb: 4,
  overflowX: 'auto',
  backgroundColor: 'background.default',
  [BESIDE]: { display: 'none' },
}

const stackedStyle = {
  // Below it, the bars of documents stick.
  '--viewer-top': 'var(--submission-header)',
  '& > [data-part]': { outline: 'none', minWidth: 0, scrollMarginTop: 'var(--submission-header)' },
  '@media screen and (max-width: 1099.95px)': {
    '--viewer-top': '44px',
    ...Object.fromEntries(
      PARTS.map((name) => [`&:not([data-shown="${name}"]) > [data-part="${name}"]`, { display: 'none' }]),
    ),
  },
}

const wideStyle = {
  ...stackedStyle,
  [BESIDE]: { display: 'flex', flexDirection: 'column', '& > [data-part="documents"]': { order: -1 } },
}

const besideStyle = {
  ...stackedStyle,
  [BESIDE]: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gridTemplateRows: 'auto auto auto 1fr',
    columnGap: 4,
    '& > [data-part="documents"]': {
      '--viewer-top': '0px',
      gridArea: '1 / 2 / 5 / 3',
      position: 'sticky',
      top: 'var(--submission-header)',
      alignSelf: 'start',
      maxHeight: 'calc(100dvh - var(--submission-header))',
      overflowY: 'auto',
    },
  },
}
