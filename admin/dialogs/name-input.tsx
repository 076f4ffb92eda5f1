import { AutocompleteArrayInput, AutocompleteInput, ReferenceArrayInput, ReferenceInput } from 'react-admin'
import { LIMITS } from '#domain/limits'
import { dialogMessages } from '#domain/messages/panel-dialog'
import type { NamesResource } from '../providers/resource-paths.ts'

type Props = {
  source: string
  reference: NamesResource
  label: string
  /** Narrows what is offered. */
  filter?: { companyId?: string | null; colleaguesOf?: string; leadsOf?: string }
  disabled?: boolean
  helperText?: string
  /** Chosen by the user; filling in the form does not count. */
  onChange?: (id: unknown) => void
}

const BY_NAME = { field: 'name', order: 'ASC' } as const
const toQuery = (q: string) => (q === '' ? {} : { q })

/** A record chosen by its name; the server searches, so that nothing here grows with their number. */
export const NameInput = ({ source, reference, label, filter, disabled, helperText, onChange }: Props) => (
  <ReferenceInput
    source={source}
    reference={reference}
    sort={BY_NAME}
    perPage={LIMITS.namesOffered}
    filter={filter}
  >
    <AutocompleteInput
      label={label}
      optionText="name"
      filterToQuery={toQuery}
      disabled={disabled}
      helperText={helperText}
      onChange={onChange}
      noOptionsText={dialogMessages.noChoice}
      fullWidth
    />
  </ReferenceInput>
)

/** The same for several. */
export const NamesInput = ({ source, reference, label, filter, disabled, helperText }: Props) => (
  <ReferenceArrayInput
    source={source}
    reference={reference}
    sort={BY_NAME}
    perPage={LIMITS.namesOffered}
    filter={filter}
  >
    <AutocompleteArrayInput
      label={label}
      optionText="name"
      filterToQuery={toQuery}
      disabled={disabled}
      helperText={helperText}
      noOptionsText={dialogMessages.noChoice}
      fullWidth
    />
  </ReferenceArrayInput>
)
