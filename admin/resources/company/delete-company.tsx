import { companyMessages } from '#domain/messages/panel-company'
import { DeleteDialog } from '../../dialogs/delete-dialog.tsx'
import type { Company } from './company.ts'

const words = companyMessages.delete

export const DeleteCompany = ({ company, onClose }: { company: Company; onClose: () => void }) => (
  <DeleteDialog
    resource="companies"
    record={company}
    title={words.title}
    text={words.confirm(company.nameIn)}
    failed={({ code, message }) => (code === 'conflict' ? message : words.failed)}
    deleted={words.done}
    isDoneInAlert
    onClose={onClose}
  />
)
