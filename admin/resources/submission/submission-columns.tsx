import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import FolderIcon from '@mui/icons-material/FolderOutlined'
import GavelIcon from '@mui/icons-material/GavelOutlined'
import HourglassIcon from '@mui/icons-material/HourglassEmptyOutlined'
import { Box, Button, IconButton, Tooltip } from '@mui/material'
import { submissionMessages } from '#domain/messages/panel-submission'
import { submissionListMessages as listWords } from '#domain/messages/panel-submission-list'
import { monthSpans } from '#domain/month-name'
import { dollars, exactTime } from '../../format.ts'
import { textColumn, timeCell } from '../../table/cells.tsx'
import { Column } from '../../table/column.tsx'
import { PdfCell } from './pdf-cell.tsx'
import { StatusChip } from './status-chip.tsx'
import { SubmissionLink } from './submission-link.tsx'
import { parseFormData, readApplicant, toAge, type Submission } from './submission.ts'

type Options = {
  view: (row: Submission) => void
  documents: (row: Submission) => void
  /** Rows that no list call has fetched stay in their order. */
  isSortable: boolean
}

const words = submissionMessages.list

export const submissionColumns = ({ view, documents, isSortable }: Options) => [
  <Column<Submission>
    key="merchant"
    source="merchant"
    disableSort={!isSortable}
    width="14%"
    card="title"
    render={(row) => <Merchant submission={row} />}
  />,
  <Column<Submission>
    key="status"
    source="status"
    disableSort={!isSortable}
    width={112}
    card="aside"
    render={(row) => <StatusChip submission={row} />}
  />,
  <Column<Submission>
    key="amountRequested"
    source="amountRequested"
    disableSort={!isSortable}
    sortByOrder="DESC"
    align="right"
    width={96}
    card="subtitle"
    render={({ amountRequested }) => amountCell(amountRequested)}
  />,
  <Column<Submission>
    key="monthlySales"
    source="monthlySales"
    disableSort={!isSortable}
    sortByOrder="DESC"
    align="right"
    width={92}
    render={({ monthlySales }) => amountCell(monthlySales)}
  />,
  textColumn<Submission>('state', ({ formData }) => parseFormData(formData)?.state || words.noAnswer, {
    disableSort: !isSortable,
    width: 64,
  }),
  textColumn<Submission>('owner', ({ owner, team }) => owner?.name ?? team?.name ?? words.noAnswer, {
    disableSort: !isSortable,
    card: 'extra',
  }),
  <Column<Submission>
    key="statusAt"
    source="statusAt"
    disableSort={!isSortable}
    align="right"
    width={64}
    render={({ statusAt, statusName, timeZone }) => (
      <time dateTime={statusAt} title={listWords.ageIn(statusName, exactTime(statusAt, timeZone))}>
        {toAge(statusAt)}
      </time>
    )}
  />,
  textColumn<Submission>('company', toCompanyName, {
    isSearched: true,
    disableSort: !isSortable,
    card: 'extra',
  }),
  textColumn<Submission>('user', ({ user }) => user.name || words.noAnswer, {
    isSearched: true,
    disableSort: !isSortable,
    card: 'extra',
  }),
  <Column<Submission>
    key="formData"
    source="formData"
    isSearched
    disableSort
    width={80}
    card="actions"
    render={(row) => (
      <Button size="small" variant="outlined" onClick={() => view(row)}>
        {words.view}
      </Button>
    )}
  />,
  <Column<Submission>
    key="createdAt"
    source="createdAt"
    isSearched
    disableSort={!isSortable}
    sortByOrder="DESC"
    width={118}
    card="extra"
    render={({ createdAt, timeZone }) => timeCell(createdAt, timeZone)}
  />,
  textColumn<Submission>('link', ({ link }) => link.slug, { disableSort: !isSortable }),
  <Column<Submission>
    key="pdf"
    source="pdf"
    disableSort
    width={84}
    card="actions"
    render={(row) => <PdfCell submission={row} />}
  />,
  <Column<Submission>
    key="documentCount"
    source="documentCount"
    disableSort={!isSortable}
    sortByOrder="DESC"
    width={116}
    card="actions"
    render={(row) => (
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
        {listWords.documents(row.documentCount, monthSpans(row.statementMonths))}
      </Box>
    )}
  />,
  <Column<Submission>
    key="actions"
    source="actions"
    disableSort
    width={72}
    render={() => (
      <Tooltip title={words.deleteDisabled}>
        <span>
          <IconButton size="small" disabled aria-label={words.deleteLabel}>
            <DeleteIcon fontSize="small" />
          </IconButton>
        </span>
      </Tooltip>
    )}
  />,
]

const amountCell = (amount: number | null) => (amount === null ? words.noAnswer : dollars(amount))

const toCompanyName = (row: Submission): string => row.company.nameOut || words.nameless

/** Who applied, with a mark where the submission is on legal hold or waits for a signature. */
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
    <SubmissionLink submission={submission} text={readApplicant(submission) || toCompanyName(submission)} />
  </Box>
)
