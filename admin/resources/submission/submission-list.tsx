import { useMemo, useState } from 'react'
import { submissionMessages } from '#domain/messages/panel-submission'
import { ExportButton } from '../../table/export-button.tsx'
import { RecordList } from '../../table/record-list.tsx'
import { DocumentsDialog } from './documents-dialog.tsx'
import { FormDataDialog } from './form-data-dialog.tsx'
import { submissionColumns } from './submission-columns.tsx'
import { SubmissionFilters } from './submission-filters.tsx'
import { awaitsPdf, type Submission } from './submission.ts'

type Open = { dialog: 'data' | 'documents'; row: Submission }

const NEWEST_FIRST = { field: 'createdAt', order: 'DESC' } as const

/** /admin/forms: what came in, to be read, downloaded and exported. */
export const SubmissionList = () => {
  const [open, setOpen] = useState<Open | null>(null)
  const columns = useMemo(
    () =>
      submissionColumns({
        view: (row) => setOpen({ dialog: 'data', row }),
        documents: (row) => setOpen({ dialog: 'documents', row }),
      }),
    [],
  )
  const close = () => setOpen(null)
  return (
    <RecordList<Submission>
      page="forms"
      columns={columns}
      sort={NEWEST_FIRST}
      empty={submissionMessages.list.empty}
      actions={
        <ExportButton
          path="/form/export"
          fileName="submissions.csv"
          note={submissionMessages.list.exportNote}
        />
      }
      narrowedTo={<SubmissionFilters />}
      isUnsettled={awaitsPdf}
    >
      {open?.dialog === 'data' && <FormDataDialog submission={open.row} onClose={close} />}
      {open?.dialog === 'documents' && <DocumentsDialog submission={open.row} onClose={close} />}
    </RecordList>
  )
}
