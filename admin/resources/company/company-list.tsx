import { useMemo, useState } from 'react'
import { companyMessages } from '#domain/messages/panel-company'
import { lateDialog } from '../../late/late-dialog.tsx'
import { useMay } from '../../providers/use-may.ts'
import { AddButton } from '../../table/add-button.tsx'
import { RecordList } from '../../table/record-list.tsx'
import { LateEmbedDialog } from '../link/late-embed-dialog.ts'
import type { Company } from './company.ts'
import { companyColumns } from './company-columns.tsx'
import { DeleteCompany } from './delete-company.tsx'

const CompanyDialog = lateDialog(() => import('./company-dialog.tsx').then((module) => module.CompanyDialog))

const NEWEST_FIRST = { field: 'updatedAt', order: 'DESC' } as const

/** `company` null: a new one */
type Open = { act: 'edit'; company: Company | null } | { act: 'embed' | 'delete'; company: Company }

/** /admin/companies. The rows are those that the server lets the user reach; all of them may be acted upon. */
export const CompanyList = () => {
  const [open, setOpen] = useState<Open | null>(null)
  const mayCreate = useMay('company.create')
  const mayUpdate = useMay('company.update')
  const mayDelete = useMay('company.delete')
  const seesForms = useMay('submission.list')
  const columns = useMemo(
    () =>
      companyColumns({
        edit: mayUpdate ? (company) => setOpen({ act: 'edit', company }) : null,
        embed: (company) => setOpen({ act: 'embed', company }),
        remove: mayDelete ? (company) => setOpen({ act: 'delete', company }) : null,
        seesForms,
      }),
    [mayUpdate, mayDelete, seesForms],
  )
  const close = () => setOpen(null)
  return (
    <RecordList<Company>
      page="companies"
      columns={columns}
      sort={NEWEST_FIRST}
      empty={companyMessages.empty}
      actions={
        mayCreate && (
          <AddButton label={companyMessages.add} onClick={() => setOpen({ act: 'edit', company: null })} />
        )
      }
    >
      {open?.act === 'edit' && <CompanyDialog company={open.company} onClose={close} />}
      {open?.act === 'embed' && (
        <LateEmbedDialog
          companyId={open.company.id}
          title={companyMessages.embedTitle(open.company.nameOut)}
          onClose={close}
        />
      )}
      {open?.act === 'delete' && <DeleteCompany company={open.company} onClose={close} />}
    </RecordList>
  )
}
