import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import { Button, Link } from '@mui/material'
import { Link as RouterLink } from 'react-router'
import { companyMessages } from '#domain/messages/panel-company'
import { dateColumn, nameCell, textCell } from '../../table/cells.tsx'
import type { Column } from '../../table/column.ts'
import { RowAction } from '../../table/row-action.tsx'
import type { Company } from './company.ts'

/** What the user may do; null: not that. */
type Acts = {
  edit: ((row: Company) => void) | null
  embed: (row: Company) => void
  remove: ((row: Company) => void) | null
  seesForms: boolean
}

const words = companyMessages

/** The columns of spec section 2. */
export const companyColumns = ({ edit, embed, remove, seesForms }: Acts): readonly Column<Company>[] => [
  {
    key: 'nameIn',
    label: words.columns.nameIn,
    filterable: true,
    sortable: true,
    width: 'fill',
    card: 'title',
    render: (row) => nameCell(row.nameIn, edit && (() => edit(row))),
  },
  {
    key: 'nameOut',
    label: words.columns.nameOut,
    filterable: true,
    sortable: true,
    width: 'fill',
    card: 'subtitle',
    render: (row) => textCell(row.nameOut),
  },
  {
    key: 'lead',
    label: words.columns.lead,
    filterable: true,
    sortable: true,
    width: 'fill',
    card: 'subtitle',
    render: (row) => textCell(row.leadName || words.noLead),
  },
  {
    key: 'submittedForms',
    label: words.columns.submittedForms,
    sortable: true,
    width: 168,
    align: 'right',
    card: 'actions',
    render: (row) => <FormsCell company={row} isLink={seesForms} />,
  },
  {
    key: 'edit',
    label: words.columns.edit,
    width: 60,
    align: 'center',
    card: 'actions',
    render: (row) =>
      edit && <RowAction label={words.edit(row.nameIn)} icon={EditIcon} onClick={() => edit(row)} />,
  },
  {
    key: 'embed',
    label: words.columns.embed,
    width: 124,
    card: 'actions',
    render: (row) => (
      <Button
        size="small"
        variant="outlined"
        aria-label={words.embedLabel(row.nameIn)}
        onClick={() => embed(row)}
        sx={{ minHeight: 32 }}
      >
        {words.embed}
      </Button>
    ),
  },
  { ...dateColumn({ key: 'updatedAt', label: words.columns.updatedAt }), width: 180 },
  {
    key: 'delete',
    label: words.columns.delete,
    width: 76,
    align: 'center',
    card: 'actions',
    render: (row) =>
      remove && (
        <RowAction
          label={words.delete.label(row.nameIn)}
          icon={DeleteIcon}
          isDestructive
          onClick={() => remove(row)}
        />
      ),
  },
]

/** The count, and by it the way to just those submissions. */
const FormsCell = ({ company, isLink }: { company: Company; isLink: boolean }) => {
  const count = words.forms(company.submittedForms)
  if (!isLink || company.submittedForms === 0) return count
  return (
    <Link
      component={RouterLink}
      to={`/admin/forms?filter=${encodeURIComponent(JSON.stringify({ companyId: company.id }))}`}
      aria-label={words.formsLabel(company.submittedForms, company.nameOut)}
      underline="hover"
    >
      {count}
    </Link>
  )
}
