import { useMemo, useState } from 'react'
import { auditMessages } from '#domain/messages/panel-audit'
import { lazyDialog } from '../../lazy/lazy-dialog.tsx'
import { ExportButton } from '../../table/export-button.tsx'
import { RecordList } from '../../table/record-list.tsx'
import { AuditChips } from './audit-chips.tsx'
import { auditColumns } from './audit-columns.tsx'
import { AuditFilters } from './audit-filters.tsx'
import type { AuditEntry } from './audit.ts'

const AuditDialog = lazyDialog(() => import('./audit-dialog.tsx').then((module) => module.AuditDialog))

const NEWEST_FIRST = { field: 'at', order: 'DESC' } as const

/** /admin/audit: who did what, for admins. */
export const AuditList = () => {
  const [open, setOpen] = useState<AuditEntry | null>(null)
  const columns = useMemo(() => auditColumns(setOpen), [])
  return (
    <RecordList<AuditEntry>
      page="audit"
      columns={columns}
      sort={NEWEST_FIRST}
      empty={auditMessages.empty}
      actions={<ExportButton path="/audit/export" fileName="audit-log.csv" note={auditMessages.exportNote} />}
      narrowedTo={
        <>
          <AuditFilters />
          <AuditChips />
        </>
      }
    >
      {open && <AuditDialog entry={open} onClose={() => setOpen(null)} />}
    </RecordList>
  )
}
