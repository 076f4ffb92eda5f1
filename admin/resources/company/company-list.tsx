import { useMemo, useState } from 'react'
import { companyMessages } from '#domain/messages/panel-company'
import { lazyDialog } from '../../lazy/lazy-dialog.tsx'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { AddButton } from '../../table/add-button.tsx'
import { RecordList } from '../../table/record-list.tsx'
import { LazyEmbedDialog } from '../link/lazy-embed-dialog.ts'
import type { Company } from './company.ts'
import { companyColumns } from './company-columns.tsx'
import { DeleteCompany } from './delete-company.tsx'

const CompanyDialog = lazyDialog(() => import('./company-dialog.tsx').then((module) => module.CompanyDialog))

const NEWEST_FIRST = { field: 'updatedAt', order: 'DESC' } as const

/** `company` null: a new one */
type Open = { act: 'edit'; company: Company | null } | { act: 'embed' | 'delete'; company: Company }

/** /admin/companies. The rows are those that the server lets the user reach; all of them may be acted upon. */
export const CompanyList = () => {
  const [open, setOpen] = useState<Open | null>(null)
  const mayCreate = useCanPerform('company.create')
  const mayUpdate = useCanPerform('company.update')
  const mayDelete = useCanPerform('company.delete')
  const seesForms = useCanPerform('submission.list')
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
        <LazyEmbedDialog
          companyId={open.company.id}
          title={companyMessages.embedTitle(open.company.nameOut)}
          onClose={close}
        />
      )}
      {open?.act === 'delete' && <DeleteCompany company={open.company} onClose={close} />}
    </RecordList>
  )
}
