import { auditSentence } from '#domain/messages/audit'
import { auditMessages } from '#domain/messages/panel-audit'
import { FilterChip } from '../../table/filter-chip.tsx'
import { useListFilters } from '../../table/use-list-filters.ts'
import { useTableState } from '../../table/use-table-state.ts'
import { objectTypeName } from './audit.ts'
import { toDay, dayText } from './local-days.ts'
import { usePersonName } from './person-filter.tsx'

const words = auditMessages.filters

/** What the log is narrowed to, each to be taken away. */
export const AuditChips = () => {
  const { narrowed } = useTableState()
  const narrow = useListFilters()
  return Object.entries(narrowed).map(([name, value]) => {
    if (typeof value !== 'string') return null
    const remove = () => narrow({ [name]: '' })
    return name === 'actorId' ? (
      <PersonChip key={name} id={value} onRemove={remove} />
    ) : (
      <FilterChip key={name} label={toLabel(name, value)} onRemove={remove} />
    )
  })
}

const PersonChip = ({ id, onRemove }: { id: string; onRemove: () => void }) => (
  <FilterChip label={auditMessages.chip(words.person, usePersonName(id))} onRemove={onRemove} />
)

function toLabel(name: string, value: string): string {
  const { chip } = auditMessages
  switch (name) {
    case 'act':
      return chip(words.act, auditSentence(value, {}))
    case 'objectType':
      return chip(words.objectType, objectTypeName(value))
    case 'objectId':
      return chip(words.objectId, value)
    case 'from':
      return chip(words.from, dayText(toDay(value)))
    case 'to':
      return chip(words.to, dayText(toDay(value, 1)))
    default:
      return chip(name, value)
  }
}
