import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import { Button, Link } from '@mui/material'
import { useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { companyMessages } from '#domain/messages/panel-company'
import { lazyDialog } from '../../lazy/lazy-dialog.tsx'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { AddButton } from '../../table/add-button.tsx'
import { dateColumn, nameCell, textColumn } from '../../table/cells.tsx'
import { Column } from '../../table/column.tsx'
import { ListState } from '../../table/list-states.tsx'
import { RecordList } from '../../table/record-list.tsx'
import { RowAction } from '../../table/row-action.tsx'
import { LazyEmbedDialog } from '../link/lazy-embed-dialog.ts'
import type { Company } from './company.ts'
import { DeleteCompany } from './delete-company.tsx'

const CompanyDialog = lazyDialog(() => import('./company-dialog.tsx').then((module) => module.CompanyDialog))

const LAST_EDITED_FIRST = { field: 'updatedAt', order: 'DESC' } as const
const words = companyMessages

/** The dialog over the list; `company` is null for a new one. */
type Open = { dialog: 'edit'; company: Company | null } | { dialog: 'embed' | 'delete'; company: Company }

/** The rows are those that the server lets the user reach; the user may act on all of them. */
export const CompanyList = () => {
  const [open, setOpen] = useState<Open | null>(null)
  const create = useCanPerform('company.create') ? () => setOpen({ dialog: 'edit', company: null }) : null
  const edit = useCanPerform('company.update')
    ? (company: Company) => setOpen({ dialog: 'edit', company })
    : null
  const canDelete = useCanPerform('company.delete')
  const canListForms = useCanPerform('submission.list')
  const close = () => setOpen(null)
  return (
    <>
      <RecordList<Company>
        page="companies"
        sort={LAST_EDITED_FIRST}
        actions={create && <AddButton label={words.add} importOf="companies" onClick={create} />}
        empty={
          <ListState text={words.empty} action={create && { label: words.createFirst, onClick: create }} />
        }
      >
        <Column<Company>
          source="nameIn"
          isSearched
          card="title"
          render={(company) => nameCell(company.nameIn, edit && (() => edit(company)))}
        />
        {textColumn<Company>('nameOut', ({ nameOut }) => nameOut, { isSearched: true, card: 'subtitle' })}
        {textColumn<Company>('lead', ({ leadName }) => leadName || words.noLead, {
          isSearched: true,
          card: 'extra',
        })}
        <Column<Company>
          source="submittedForms"
          width={168}
          align="right"
          card="actions"
          render={(company) => <FormsCount company={company} isLink={canListForms} />}
        />
        <Column<Company>
          source="edit"
          disableSort
          width={60}
          align="center"
          card="actions"
          render={(company) =>
            edit && (
              <RowAction label={words.edit(company.nameIn)} icon={EditIcon} onClick={() => edit(company)} />
            )
          }
        />
        <Column<Company>
          source="embed"
          disableSort
          width={124}
          card="actions"
          render={(company) => (
            <Button
              size="small"
              variant="outlined"
              aria-label={words.embedLabel(company.nameIn)}
              onClick={() => setOpen({ dialog: 'embed', company })}
            >
              {words.embed}
            </Button>
          )}
        />
        {dateColumn({ source: 'updatedAt', width: 128, card: 'aside' })}
        <Column<Company>
          source="delete"
          disableSort
          width={76}
          align="center"
          card="actions"
          render={(company) =>
            canDelete && (
              <RowAction
                label={words.delete.label(company.nameIn)}
                icon={DeleteIcon}
                isDestructive
                onClick={() => setOpen({ dialog: 'delete', company })}
              />
            )
          }
        />
      </RecordList>
      {open?.dialog === 'edit' && <CompanyDialog company={open.company} onClose={close} />}
      {open?.dialog === 'embed' && (
        <LazyEmbedDialog
          companyId={open.company.id}
          title={words.embedTitle(open.company.nameOut)}
          onClose={close}
        />
      )}
      {open?.dialog === 'delete' && <DeleteCompany company={open.company} onClose={close} />}
    </>
  )
}

/** How many submissions the company has, as a link to them. */
const FormsCount = ({ company, isLink }: { company: Company; isLink: boolean }) => {
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
