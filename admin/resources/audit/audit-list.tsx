import { useState } from 'react'
import {
  AutocompleteInput,
  DateInput,
  ReferenceInput,
  SelectInput,
  useGetManyAggregate,
  useListContext,
} from 'react-admin'
import { toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { auditSentence, AUDIT_SENTENCES } from '#domain/messages/audit'
import { auditMessages } from '#domain/messages/panel-audit'
import { dateTime, dayInUtc } from '../../format.ts'
import { lazyDialog } from '../../lazy/lazy.tsx'
import type { Outputs } from '../../providers/trpc-client.ts'
import { dateColumn, nameCell, textColumn, column } from '../../table/columns.tsx'
import { ExportButton } from '../export-button.tsx'
import { FilterChip, FilterMenu } from '../../table/filters.tsx'
import { RecordList } from '../../table/record-list.tsx'
import { personName, type AuditEntry, ObjectLink, objectTypeName } from './audit-entry.tsx'

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

type Person = Outputs['audit']['people']['data'][number]

const filterWords = auditMessages.filters

const ACTS = AUDIT_SENTENCES.map(({ act, sentence }) => ({ id: act, name: sentence }))
const OBJECT_TYPES = Object.entries(auditMessages.objectTypes).map(([id, name]) => ({ id, name }))
const BY_NAME = { field: 'name', order: 'ASC' } as const
const LAST_DAY = { htmlInput: { max: '9999-12-30' }, inputLabel: { shrink: true } }

/** Marks people who are no longer active, as others may have the same name. */
const toPersonLabel = ({ name, state }: Person): string =>
  state === 'active' ? name : filterWords[state](name)

const AuditFilters = () => (
  <>
    <FilterMenu>
      <ReferenceInput source="actorId" reference="audit-people" sort={BY_NAME} perPage={LIMITS.namesOffered}>
        <AutocompleteInput
          label={filterWords.person}
          optionText={toPersonLabel}
          filterToQuery={(q: string) => (q === '' ? {} : { q })}
          noOptionsText={dialogMessages.noChoice}
          helperText={false}
        />
      </ReferenceInput>
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
  return <FilterChip source="actorId" label={auditMessages.chip(filterWords.person, name)} />
}

function toLabel(name: string, value: string): string {
  const { chip } = auditMessages
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
