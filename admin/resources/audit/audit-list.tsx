import { useState } from 'react'
import { DateInput, SelectInput, useGetManyAggregate, useListContext } from 'react-admin'
import { toText } from '#domain/json'
import { auditSentence, AUDIT_SENTENCES } from '#domain/messages/audit'
import { auditMessages as words } from '#domain/messages/panel-audit'
import { dateTime, dayInUtc } from '../../format.ts'
import { NameInput } from '../../inputs/name-input.tsx'
import { lazyDialog } from '../../lazy/lazy.tsx'
import type { Outputs } from '../../providers/trpc-client.ts'
import { dateColumn, NAME, nameCell, textColumn, column } from '../../table/columns.tsx'
import { ExportButton } from '../export-button.tsx'
import { FilterChip, FilterMenu } from '../../table/filters.tsx'
import { RecordList } from '../../table/record-list.tsx'
import { personName, type AuditEntry, ObjectLink, objectTypeName } from './audit-entry.tsx'

const AuditDialog = lazyDialog(() => import('./audit-dialog.tsx').then((module) => module.AuditDialog))

const LATEST_FIRST = { field: 'at', order: 'DESC' } as const

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
        {dateColumn('at', { card: 'subtitle' })}
        {textColumn<AuditEntry>('actor', personName, { isSearched: true, card: 'subtitle' })}
        {column<AuditEntry>(
          'act',
          (entry) => {
            const sentence = auditSentence(entry.act, entry.detail)
            const time = dateTime(entry.at, entry.timeZone)
            return nameCell(sentence, () => setOpen(entry), words.open(sentence, personName(entry), time))
          },
          NAME,
        )}
        {column<AuditEntry>(
          'object',
          (entry) => (
            <ObjectLink entry={entry} />
          ),
          { isSearched: true, disableSort: true, card: 'extra' },
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

type Person = Outputs['audit']['people']['data'][number]

const filterWords = words.filters

const ACTS = AUDIT_SENTENCES.map(({ act, sentence }) => ({ id: act, name: sentence }))
const OBJECT_TYPES = Object.entries(words.objectTypes).map(([id, name]) => ({ id, name }))
const LAST_DAY = { htmlInput: { max: '9999-12-30' }, inputLabel: { shrink: true } }

/** Marks people who are no longer active, as others may have the same name. */
const toPersonLabel = ({ name, state }: Person): string =>
  state === 'active' ? name : filterWords[state](name)

const AuditFilters = () => (
  <>
    <FilterMenu>
      <NameInput
        source="actorId"
        reference="audit-people"
        words={{ label: filterWords.person, help: false }}
        optionText={toPersonLabel}
      />
      <SelectInput
        source="act"
        label={filterWords.act}
        choices={ACTS}
        emptyText={filterWords.all}
        helperText={false}
      />
      <SelectInput
        source="objectType"
        label={filterWords.objectType}
        choices={OBJECT_TYPES}
        emptyText={filterWords.all}
        helperText={false}
      />
      <DateInput source="from" label={filterWords.from} helperText={false} slotProps={LAST_DAY} />
      <DateInput source="to" label={filterWords.to} helperText={false} slotProps={LAST_DAY} />
    </FilterMenu>
    <Chips />
  </>
)

const Chips = () => {
  const { q: _q, ...on } = useListContext().filterValues
  return Object.entries(on).map(([name, value]) =>
    name === 'actorId' ? (
      <PersonChip key={name} id={toText(value)} />
    ) : (
      <FilterChip key={name} source={name} label={toLabel(name, toText(value))} />
    ),
  )
}

const PersonChip = ({ id }: { id: string }) => {
  // The list reports failures.
  const { data, isPending } = useGetManyAggregate<Person>(
    'audit-people',
    { ids: [id] },
    { onError: () => undefined, retry: false },
  )
  const [person] = data ?? []
  const name = person
    ? toPersonLabel(person)
    : isPending
      ? filterWords.personComing
      : filterWords.goneOrUnknown
  return <FilterChip source="actorId" label={words.chip(filterWords.person, name)} />
}

function toLabel(name: string, value: string): string {
  const { chip } = words
  switch (name) {
    case 'act':
      return chip(filterWords.act, auditSentence(value, {}))
    case 'objectType':
      return chip(filterWords.objectType, objectTypeName(value))
    case 'objectId':
      return chip(filterWords.objectId, value)
    case 'from':
      return chip(filterWords.from, dayInUtc(value))
    case 'to':
      return chip(filterWords.to, dayInUtc(value))
    default:
      return chip(name, value)
  }
}
