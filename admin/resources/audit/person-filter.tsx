import { Autocomplete, TextField } from '@mui/material'
import { useState } from 'react'
import { useGetList, useGetManyAggregate } from 'react-admin'
import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/app-router.ts'
import { LIMITS } from '#domain/limits'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { auditMessages } from '#domain/messages/panel-audit'
import { useSearchText } from '../../table/use-search-text.ts'

type Person = Pick<inferRouterOutputs<AppRouter>['audit']['people']['data'][number], 'id' | 'name' | 'state'>

type Choice = { id: string; label: string }

const words = auditMessages.filters
const BY_NAME = { field: 'name', order: 'ASC' } as const
const OFFERED = { page: 1, perPage: LIMITS.namesOffered }
// The list itself tells of failures.
const QUIETLY = { onError: () => undefined, retry: false } as const

/** Those who are no longer active are told apart, as somebody else may go by their name. */
const toLabel = ({ name, state }: Person): string => (state === 'active' ? name : words[state](name))

/** How the person of this id is called, as far as that is known. */
export function usePersonName(id: string): string {
  const { data, isPending } = useGetManyAggregate<Person>(
    'audit-people',
    { ids: [id] },
    { ...QUIETLY, enabled: id !== '' },
  )
  const [person] = data ?? []
  if (person) return toLabel(person)
  return isPending ? words.personComing : words.goneOrUnknown
}

/** One of those who have entries, found by the name; `id` '' for all. */
export const PersonFilter = ({ id, onChange }: { id: string; onChange: (id: string) => void }) => {
  const [q, setQ] = useState('')
  const { change } = useSearchText(q, setQ)
  const label = usePersonName(id)
  const { data = [] } = useGetList<Person>(
    'audit-people',
    { filter: q === '' ? {} : { q }, pagination: OFFERED, sort: BY_NAME },
    QUIETLY,
  )
  return (
    <Autocomplete<Choice>
      size="small"
      options={data.map((person) => ({ id: person.id, label: toLabel(person) }))}
      value={id === '' ? null : { id, label }}
      // The server has searched.
      filterOptions={(options) => options}
      getOptionKey={(option) => option.id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      onInputChange={(_event, text, reason) => reason !== 'reset' && change(text)}
      onChange={(_event, chosen) => onChange(chosen?.id ?? '')}
      noOptionsText={dialogMessages.noChoice}
      renderInput={(params) => <TextField {...params} label={words.person} />}
    />
  )
}
