import { Autocomplete, TextField } from '@mui/material'
import { useState } from 'react'
import { useGetList, useGetManyAggregate } from 'react-admin'
import { LIMITS } from '#domain/limits'
import { dialogMessages } from '#domain/messages/panel-dialog'
import { auditMessages } from '#domain/messages/panel-audit'
import { useSearchText } from '../../table/use-search-text.ts'

type Name = { id: string; name: string }

const words = auditMessages.filters
const BY_NAME = { field: 'name', order: 'ASC' } as const
const OFFERED = { page: 1, perPage: LIMITS.namesOffered }
// The list itself tells of failures.
const QUIETLY = { onError: () => undefined, retry: false } as const

/** How the person of this id is called, as far as that is known. */
export function usePersonName(id: string): string {
  const { data, isPending } = useGetManyAggregate<Name>(
    'user-names',
    { ids: [id] },
    { ...QUIETLY, enabled: id !== '' },
  )
  return isPending ? words.personComing : (data?.[0]?.name ?? words.goneOrUnknown)
}

/** One person, found by the name; `id` '' for all. */
export const PersonFilter = ({ id, onChange }: { id: string; onChange: (id: string) => void }) => {
  const [q, setQ] = useState('')
  const { change } = useSearchText(q, setQ)
  const name = usePersonName(id)
  const { data = [] } = useGetList<Name>(
    'user-names',
    { filter: q === '' ? {} : { q }, pagination: OFFERED, sort: BY_NAME },
    QUIETLY,
  )
  return (
    <Autocomplete<Name>
      size="small"
      options={data}
      value={id === '' ? null : { id, name }}
      // The server has searched.
      filterOptions={(options) => options}
      getOptionLabel={(option) => option.name}
      getOptionKey={(option) => option.id}
      isOptionEqualToValue={(option, value) => option.id === value.id}
      onInputChange={(_event, text, reason) => reason !== 'reset' && change(text)}
      onChange={(_event, chosen) => onChange(chosen?.id ?? '')}
      noOptionsText={dialogMessages.noChoice}
      renderInput={(params) => <TextField {...params} label={words.person} />}
    />
  )
}
