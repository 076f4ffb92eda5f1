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
import { AUDIT_SENTENCES, auditSentence } from '#domain/messages/audit'
import { auditMessages } from '#domain/messages/panel-audit'
import { dialogMessages } from '#domain/messages/panel-dialog'
import type { Outputs } from '../../providers/trpc-client.ts'
import { dayInUtc } from '../../format.ts'
import { FilterChip, FilterMenu } from '../../table/filters.tsx'
import { objectTypeName } from './audit-entry.tsx'

type Person = Outputs['audit']['people']['data'][number]

const words = auditMessages.filters

const ACTS = AUDIT_SENTENCES.map(({ act, sentence }) => ({ id: act, name: sentence }))
const OBJECT_TYPES = Object.entries(auditMessages.objectTypes).map(([id, name]) => ({ id, name }))
const BY_NAME = { field: 'name', order: 'ASC' } as const
const LAST_DAY = { htmlInput: { max: '9999-12-30' }, inputLabel: { shrink: true } }

/** Marks people who are no longer active, as others may have the same name. */
const toPersonLabel = ({ name, state }: Person): string => (state === 'active' ? name : words[state](name))

export const AuditFilters = () => (
  <>
    <FilterMenu>
      <ReferenceInput source="actorId" reference="audit-people" sort={BY_NAME} perPage={LIMITS.namesOffered}>
        <AutocompleteInput
          label={words.person}
          optionText={toPersonLabel}
          filterToQuery={(q: string) => (q === '' ? {} : { q })}
          noOptionsText={dialogMessages.noChoice}
          helperText={false}
        />
      </ReferenceInput>
      <SelectInput source="act" label={words.act} choices={ACTS} emptyText={words.all} helperText={false} />
      <SelectInput
        source="objectType"
        label={words.objectType}
        choices={OBJECT_TYPES}
        emptyText={words.all}
        helperText={false}
      />
      <DateInput source="from" label={words.from} helperText={false} slotProps={LAST_DAY} />
      <DateInput source="to" label={words.to} helperText={false} slotProps={LAST_DAY} />
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
  const name = person ? toPersonLabel(person) : isPending ? words.personComing : words.goneOrUnknown
  return <FilterChip source="actorId" label={auditMessages.chip(words.person, name)} />
}

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
      return chip(words.from, dayInUtc(value))
    case 'to':
      return chip(words.to, dayInUtc(value))
    default:
      return chip(name, value)
  }
}
