import { useState } from 'react'
import { auditSentence } from '#domain/messages/audit'
import { auditMessages } from '#domain/messages/panel-audit'
import { dateTime } from '../../format.ts'
import { lazyDialog } from '../../lazy/lazy-dialog.tsx'
import { dateColumn, nameCell, textColumn } from '../../table/cells.tsx'
import { Column } from '../../table/column.tsx'
import { ExportButton } from '../../table/export-button.tsx'
import { ListState } from '../../table/list-states.tsx'
import { RecordList } from '../../table/record-list.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { personName, type AuditEntry } from './audit.ts'
import { ObjectLink } from './object-link.tsx'

const AuditDialog = lazyDialog(() => import('./audit-dialog.tsx').then((module) => module.AuditDialog))

const NEWEST_FIRST = { field: 'at', order: 'DESC' } as const
const words = auditMessages

export const AuditList = () => {
  const [open, setOpen] = useState<AuditEntry | null>(null)
  return (
    <>
      <RecordList<AuditEntry>
        page="audit"
        sort={NEWEST_FIRST}
        filters={<AuditFilters />}
        actions={<ExportButton path="/audit/export" fileName="audit-log.csv" note={words.exportNote} />}
        empty={<ListState text={words.empty} />}
      >
        {dateColumn({ source: 'at', card: 'aside' })}
        {textColumn<AuditEntry>('actor', personName, { isSearched: true, card: 'subtitle' })}
        <Column<AuditEntry>
          source="act"
          isSearched
          card="title"
          render={(entry) => {
            const sentence = auditSentence(entry.act, entry.detail)
            const time = dateTime(entry.at, entry.timeZone)
            return nameCell(sentence, () => setOpen(entry), words.open(sentence, personName(entry), time))
          }}
        />
        <Column<AuditEntry>
          source="object"
          isSearched
          disableSort
          card="subtitle"
          render={(entry) => <ObjectLink entry={entry} />}
        />
        {textColumn<AuditEntry>('company', ({ companyName }) => companyName || words.none, {
          disableSort: true,
        })}
        {textColumn<AuditEntry>('ip', ({ ip }) => ip || words.none, {
          isSearched: true,
          disableSort: true,
          width: 124,
        })}
      </RecordList>
      {open && <AuditDialog entry={open} onClose={() => setOpen(null)} />}
    </>
  )
}
