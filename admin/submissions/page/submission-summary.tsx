import { Box, Alert, Button, Link, Typography, Chip } from '@mui/material'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import GavelIcon from '@mui/icons-material/GavelOutlined'
import { linkLabel } from '#domain/link-label'
import { submissionMessages } from '#domain/messages/panel-submission'
import { Fact } from '../../layout/page-parts.tsx'
import { timeCell } from '../../table/columns.tsx'
import { type OpenedSubmission, pdfUrl, submissionPath } from '../submission.ts'
import { dateTime } from '../../format.ts'
import { FilePreview } from '../../preview/file-preview.tsx'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { PdfCell } from '../documents/download-link.tsx'

const words = submissionMessages.page

export const SubmissionSummary = ({ submission }: { submission: OpenedSubmission }) => {
  const { company, user, createdAt, timeZone, generatedLink, reasonText } = submission
  return (
    <Box component="dl" sx={summaryStyle}>
      <Fact label={words.company}>{company.nameOut || submissionMessages.list.noAnswer}</Fact>
      <Fact label={words.receivedAt}>{timeCell(createdAt, timeZone)}</Fact>
      <Fact label={words.submittedBy}>{user.name || submissionMessages.list.noAnswer}</Fact>
      <Fact label={words.link}>{linkLabel(generatedLink)}</Fact>
      {reasonText !== null && <Fact label={words.reasonText}>{reasonText}</Fact>}
    </Box>
  )
}

const summaryStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
  gap: 4,
  m: 0,
}

const duplicateWords = submissionMessages.duplicates

/** More would push the answers off the first screen. */
const SHOWN = 3

export const SubmissionDuplicates = ({ submission }: { submission: OpenedSubmission }) => {
  const { duplicates, createdAt, timeZone } = submission
  const [isWhole, setWhole] = useState(false)
  if (duplicates.length === 0) return null
  const alikeFirst = duplicates.toSorted((a, b) => b.matches.length - a.matches.length)
  return (
    <Alert role="region" severity="warning" aria-label={duplicateWords.title} sx={{ mt: 4 }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {duplicateWords.found(duplicates.length)}
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 4 }}>
        {alikeFirst.slice(0, isWhole ? undefined : SHOWN).map(({ id, ...other }) => (
          <li key={id}>
            <Link component={RouterLink} to={submissionPath(id)} dir="auto">
              {other.merchant || duplicateWords.nameless}
            </Link>
            {` · ${duplicateWords.same(
              other.createdAt > createdAt ? 'later' : 'earlier',
              other.matches.map((match) => duplicateWords.matches[match]),
            )} · ${other.reference} · ${other.statusName} · `}
            {timeCell(other.createdAt, timeZone)}
          </li>
        ))}
      </Box>
      {!isWhole && duplicates.length > SHOWN && (
        <Button className="not-printed" color="inherit" size="small" onClick={() => setWhole(true)}>
          {duplicateWords.showAll(duplicates.length)}
        </Button>
      )}
    </Alert>
  )
}

const holdWords = submissionMessages.hold

export const SubmissionHold = ({ legalHold, timeZone }: OpenedSubmission) =>
  legalHold !== null && (
    <Box sx={rowStyle}>
      <Chip
        color="warning"
        variant="outlined"
        icon={<GavelIcon fontSize="small" />}
        label={holdWords.badge}
      />
      <Box sx={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
        {legalHold.reason !== '' && <Typography>{legalHold.reason}</Typography>}
        <Typography variant="body2" color="text.secondary">
          {holdWords.since(dateTime(legalHold.at, timeZone), legalHold.by)}
        </Typography>
      </Box>
    </Box>
  )

const rowStyle = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mt: 4 }

type SubmissionPdfProps = { submission: OpenedSubmission; onOpened: () => void }

const pdfWords = submissionMessages.pdf

/** The PDF may have the full values, so it is loaded only on request. */
export const SubmissionPdf = ({ submission, onOpened }: SubmissionPdfProps) => {
  const [isShown, setShown] = useState(false)
  const isRevealed = useCanPerform('submission.reveal')
  const { id, pdfPath } = submission
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 4, minHeight: 36 }}>
        {pdfPath !== null && (
          <Button
            variant="outlined"
            size="small"
            aria-expanded={isShown}
            onClick={() => setShown(!isShown)}
            sx={{ minHeight: 36 }}
          >
            {isShown ? pdfWords.hide : pdfWords.show}
          </Button>
        )}
        <PdfCell submission={submission} showsReason onSaved={onOpened} />
      </Box>
      {pdfPath !== null && (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>
          {isRevealed ? pdfWords.note : pdfWords.maskedNote}
        </Typography>
      )}
      {isShown && pdfPath !== null && (
        <Box sx={{ mt: 4 }}>
          <FilePreview url={pdfUrl(pdfPath)} name={`application-${id}.pdf`} onLoaded={onOpened} />
        </Box>
      )}
    </>
  )
}
