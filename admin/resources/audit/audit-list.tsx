import { useState } from 'react'
import { auditSentence } from '#domain/messages/audit'
import { auditMessages } from '#domain/messages/panel-audit'
import { dateTime } from '../../format.ts'
import { lazyDialog } from '../../lazy/lazy.tsx'
import { dateColumn, nameCell, textColumn, column } from '../../table/columns.tsx'
import { ExportButton } from '../export-button.tsx'
import { RecordList } from '../../table/record-list.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { personName, type AuditEntry, ObjectLink } from './audit-entry.tsx'

const AuditDialog = lazyDialog(() => import('./audit-dialog.tsx').then((module) => module.AuditDialog))

const LATEST_FIRST = { field: 'at', order: 'DESC' } as const
const words = auditMessages

export const AuditList = () => {
  const [open, setOpen] = useState<AuditEntry | null>(null)
  return (
    <>
      <RecordList<AuditEntry>
        page="audit"
        sort={LATEST_FIRST}
        filters={<AuditFilters />}
        actions={<ExportButton path="/audit/export" fileName="audit-log.csv" note={words.exportNote} />}
        words={words}
      >
        {dateColumn({ source: 'at', card: 'aside' })}
        {textColumn<AuditEntry>('actor', personName, { isSearched: true, card: 'subtitle' })}
        {column<AuditEntry>(
          'act',
          (entry) => {
            const sentence = auditSentence(entry.act, entry.detail)
            const time = dateTime(entry.at, entry.timeZone)
            return nameCell(sentence, () => setOpen(entry), words.open(sentence, personName(entry), time))
          },
          { isSearched: true, card: 'title' },
        )}
        {column<AuditEntry>(
          'object',
          (entry) => (
            <ObjectLink entry={entry} />
          ),
          { isSearched: true, disableSort: true, card: 'subtitle' },
        )}
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
