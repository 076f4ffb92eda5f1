import SettingsIcon from '@mui/icons-material/SettingsOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import { Button, Link } from '@mui/material'
import { useState } from 'react'
import { Link as RouterLink, useNavigate } from 'react-router'
import { companyMessages as words } from '#domain/messages/panel-company'
import { useDeletion } from '../delete-dialog.tsx'
import { useRecordRoutes } from '../resource.tsx'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { dateColumn, NAME, nameCell, RowAction, textColumn, column } from '../../table/columns.tsx'
import { LAST_EDITED_FIRST, RecordList } from '../../table/record-list.tsx'
import { EmbedDialog } from '../links/index.tsx'
import { companyPath, type Company } from './company.ts'

/** The server lists only companies that the user may change. */
export const CompanyList = () => {
  const [embedded, setEmbedded] = useState<Company | null>(null)
  const { edit } = useRecordRoutes('companies')
  const navigate = useNavigate()
  const [remove, question] = useDeletion<Company>('companies', 'company.delete', ({ nameIn }) => ({
    title: words.delete.title,
    text: words.delete.confirm(nameIn),
    failed: ({ code, message }) => (code === 'conflict' ? message : words.delete.failed),
    deleted: words.delete.done,
    isDoneInAlert: true,
  }))
  const canListForms = useCanPerform('submission.list')
  return (
    <>
      <RecordList<Company> page="companies" sort={LAST_EDITED_FIRST} words={words} hasImport>
        {column<Company>(
          'nameIn',
          (company) => nameCell(company.nameIn, edit && (() => edit(company))),
          NAME,
        )}
        {textColumn<Company>('nameOut', ({ nameOut }) => nameOut, { isSearched: true, card: 'subtitle' })}
        {textColumn<Company>('lead', ({ leadName }) => leadName || words.noLead, {
          isSearched: true,
          card: 'extra',
        })}
        {column<Company>(
          'submittedForms',
          (company) => (
            <FormsCount company={company} isLink={canListForms} />
          ),
          { width: 168, align: 'right', card: 'actions' },
        )}
        {column<Company>(
          'edit',
          (company) =>
            edit && (
              <>
                <RowAction label={words.edit(company.nameIn)} icon={EditIcon} onClick={() => edit(company)} />
                <RowAction
                  label={words.settings.of(company.nameIn)}
                  icon={SettingsIcon}
                  onClick={() => void navigate(companyPath(company))}
                />
              </>
            ),
          { disableSort: true, width: 92, align: 'center', card: 'actions' },
        )}
        {column<Company>(
          'embed',
          (company) => (
            <Button
              size="small"
              variant="outlined"
              aria-label={words.embedLabel(company.nameIn)}
              onClick={() => setEmbedded(company)}
            >
              {words.embed}
            </Button>
          ),
          { disableSort: true, width: 124, card: 'actions' },
        )}
        {dateColumn('updatedAt', { width: 128, card: 'aside' })}
        {column<Company>(
          'delete',
          (company) =>
            remove && (
              <RowAction
                label={words.delete.label(company.nameIn)}
                icon={DeleteIcon}
                isDestructive
                onClick={() => remove(company)}
              />
            ),
          { disableSort: true, width: 76, align: 'center', card: 'actions' },
        )}
      </RecordList>
      {embedded && (
        <EmbedDialog
          companyId={embedded.id}
          title={words.embedTitle(embedded.nameOut)}
          onClose={() => setEmbedded(null)}
        />
      )}
      {question}
    </>
  )
}

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
