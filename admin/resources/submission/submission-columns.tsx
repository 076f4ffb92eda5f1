import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import FolderIcon from '@mui/icons-material/FolderOutlined'
import { IconButton, Tooltip } from '@mui/material'
import { submissionMessages } from '#domain/messages/panel-submission'
import { dateTime, exactTime } from '../../format.ts'
import { textCell } from '../../table/cells.tsx'
import type { Column } from '../../table/column.ts'
import { FormDataCell } from './form-data-cell.tsx'
import { PdfCell } from './pdf-cell.tsx'
import { HeldName } from './held-name.tsx'
import { readApplicant, type Submission } from './submission.ts'

type Acts = { view: (row: Submission) => void; documents: (row: Submission) => void }

const words = submissionMessages.list

/** The columns of spec section 2; keys are those of the list call's `sort` and `filter.columns`. */
export const submissionColumns = ({ view, documents }: Acts): readonly Column<Submission>[] => [
  {
    key: 'company',
    label: words.columns.company,
    filterable: true,
    sortable: true,
    width: 'fill',
    card: 'title',
    render: (row) => <HeldName submission={row} text={readName(row)} />,
    // Within one company all cards would be called alike.
    inCard: {
      title: (row) => <HeldName submission={row} text={readApplicant(row) || readName(row)} />,
      subtitle: readName,
    },
  },
  {
    key: 'user',
    label: words.columns.user,
    filterable: true,
    sortable: true,
    width: 'fill',
    card: 'subtitle',
    render: (row) => textCell(row.user.name || words.noAnswer),
  },
  {
    key: 'formData',
    label: words.columns.formData,
    filterable: true,
    width: '24%',
    card: 'actions',
    render: (row) => <FormDataCell submission={row} onView={() => view(row)} />,
  },
  {
    key: 'createdAt',
    label: words.columns.createdAt,
    filterable: true,
    sortable: true,
    sortsAs: 'date',
    width: 180,
    card: 'aside',
    render: ({ createdAt }) => (
      <time dateTime={createdAt} title={exactTime(createdAt)} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {dateTime(createdAt)}
      </time>
    ),
  },
  {
    key: 'pdf',
    label: words.columns.pdf,
    width: 96,
    card: 'actions',
    render: (row) => <PdfCell submission={row} />,
  },
  {
    key: 'documents',
    label: words.columns.documents,
    width: 100,
    card: 'actions',
    render: (row) => (
      <Tooltip title={words.documents}>
        <IconButton
          size="small"
          aria-label={words.openDocuments(readApplicant(row), readName(row))}
          onClick={() => documents(row)}
        >
          <FolderIcon fontSize="small" />
        </IconButton>
      </Tooltip>
    ),
  },
  {
    key: 'actions',
    label: words.columns.actions,
    width: 84,
    card: 'actions',
    render: () => (
      <Tooltip title={words.deleteDisabled}>
        <span>
          <IconButton size="small" disabled aria-label={words.deleteLabel}>
            <DeleteIcon fontSize="small" />
          </IconButton>
        </span>
      </Tooltip>
    ),
  },
]

const readName = (row: Submission): string => row.company.nameOut || words.nameless
