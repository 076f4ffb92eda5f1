import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import FolderIcon from '@mui/icons-material/FolderOutlined'
import GavelIcon from '@mui/icons-material/GavelOutlined'
import UnsignedIcon from '@mui/icons-material/DrawOutlined'
import HourglassIcon from '@mui/icons-material/HourglassEmptyOutlined'
import { Box, Button, IconButton, Tooltip } from '@mui/material'
import { linkLabel } from '#domain/link-label'
import { submissionMessages } from '#domain/messages/panel-submission'
import { submissionListMessages as listWords } from '#domain/messages/panel-submission-list'
import { documentMessages } from '#domain/messages/document'
import { monthSpans } from '#domain/month-name'
import { statementSummary } from '#domain/statement-summary'
import { dollars, exactTime } from '../../format.ts'
import { textColumn, timeCell, column } from '../../table/columns.tsx'
import { PdfCell } from '../documents/download-link.tsx'
import { StatusChip } from '../status-chip.tsx'
import { SubmissionLink } from '../submission-link.tsx'
import { parseFormData, readApplicant, toAge, type Submission } from '../submission.ts'

type Options = {
  view: (row: Submission) => void
  documents: (row: Submission) => void
}

const words = submissionMessages.list

export const submissionColumns = ({ view, documents }: Options) => [
  column<Submission>('merchant', (row) => <Merchant submission={row} />, { width: 186, card: 'title' }),
  column<Submission>('status', (row) => <StatusChip submission={row} />, { width: 108, card: 'aside' }),
  column<Submission>('amountRequested', ({ amountRequested }) => amountCell(amountRequested), {
    sortByOrder: 'DESC',
    align: 'right',
    width: 84,
    card: 'subtitle',
  }),
  column<Submission>('monthlySales', ({ monthlySales }) => amountCell(monthlySales), {
    sortByOrder: 'DESC',
    align: 'right',
    width: 92,
  }),
  ...(['trueRevenue', 'averageDailyBalance', 'nsfCount', 'positionCount'] as const).map((source) =>
    column<Submission>(
      source,
      ({ [source]: value }) =>
        source.endsWith('Count') ? (value ?? words.noAnswer).toLocaleString('en-US') : amountCell(value),
      { sortByOrder: 'DESC', align: 'right', width: 104 },
    ),
  ),
  textColumn<Submission>('state', ({ formData }) => parseFormData(formData)?.state || words.noAnswer, {
    width: 64,
  }),
  textColumn<Submission>('owner', ({ owner, team }) => owner?.name ?? team?.name ?? words.noAnswer, {
    card: 'extra',
  }),
  column<Submission>(
    'statusAt',
    ({ statusAt, statusName, timeZone }) => (
      <time dateTime={statusAt} title={listWords.ageIn(statusName, exactTime(statusAt, timeZone))}>
        {toAge(statusAt)}
      </time>
    ),
    { align: 'right', width: 64 },
  ),
  textColumn<Submission>('company', toCompanyName, { isSearched: true, card: 'extra' }),
  textColumn<Submission>('user', ({ user }) => user.name || words.noAnswer, {
    isSearched: true,
    card: 'extra',
  }),
  column<Submission>(
    'formData',
    (row) => (
      <Button size="small" variant="outlined" onClick={() => view(row)}>
        {words.view}
      </Button>
    ),
    { isSearched: true, disableSort: true, width: 76, card: 'actions' },
  ),
  column<Submission>('createdAt', ({ createdAt, timeZone }) => timeCell(createdAt, timeZone), {
    isSearched: true,
    sortByOrder: 'DESC',
    width: 112,
    card: 'extra',
  }),
  textColumn<Submission>('link', ({ link }) => linkLabel(link)),
  column<Submission>('pdf', (row) => <PdfCell submission={row} />, {
    disableSort: true,
    width: 80,
    card: 'actions',
  }),
  column<Submission>(
    'documentCount',
    (row) => (
      <Box component="span" sx={{ display: 'flex', alignItems: 'center' }}>
        <Tooltip title={words.documents}>
          <IconButton
            size="small"
            aria-label={words.openDocuments(readApplicant(row), toCompanyName(row))}
            onClick={() => documents(row)}
          >
            <FolderIcon fontSize="small" />
          </IconButton>
        </Tooltip>
        <Box
          component="span"
          title={documentMessages.statements(statementSummary(row))}
          sx={{ minWidth: 0, whiteSpace: 'normal', lineHeight: 1.3 }}
        >
          {row.documentCount}
          <span className="visually-hidden-on-phones">
            {listWords.documentMonths(monthSpans(row.statementMonths))}
          </span>
        </Box>
      </Box>
    ),
    { sortByOrder: 'DESC', width: 94, card: 'actions' },
  ),
  column<Submission>(
    'actions',
    () => (
      <Tooltip title={words.deleteDisabled}>
        <span>
          <IconButton size="small" disabled aria-label={words.deleteLabel}>
            <DeleteIcon fontSize="small" />
          </IconButton>
        </span>
      </Tooltip>
    ),
    { disableSort: true, width: 62 },
  ),
]

const amountCell = (amount: number | null) => (amount === null ? words.noAnswer : dollars(amount))

const toCompanyName = (row: Submission): string => row.company.nameOut || words.nameless

const Merchant = ({ submission }: { submission: Submission }) => (
  <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
    {submission.onHold && (
      <GavelIcon
        titleAccess={submissionMessages.hold.badge}
        color="warning"
        sx={{ fontSize: 16, flexShrink: 0 }}
      />
    )}
    {submission.awaitsSignature && (
      <HourglassIcon
        titleAccess={submissionMessages.page.awaitsSignature}
        color="warning"
        sx={{ fontSize: 16, flexShrink: 0 }}
      />
    )}
    {submission.lacksSignature && (
      <UnsignedIcon
        titleAccess={submissionMessages.origin.notSigned}
        color="warning"
        sx={{ fontSize: 16, flexShrink: 0 }}
      />
    )}
    <SubmissionLink submission={submission} text={readApplicant(submission) || toCompanyName(submission)} />
  </Box>
)
