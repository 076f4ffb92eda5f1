import {
  AutocompleteArrayInput,
  AutocompleteInput,
  ReferenceArrayInput,
  ReferenceInput,
  type AutocompleteInputProps,
} from 'react-admin'
import { LIMITS } from '#domain/limits'
import { dialogMessages } from '#domain/messages/panel-dialog'
import type { NamesResource } from '../providers/data-provider.ts'
import type { FieldWords } from './text.tsx'

type Props = {
  source: string
  reference: NamesResource
  words: FieldWords
  filter?: { companyId?: string | null; colleaguesOf?: string; leadsOf?: string }
  disabled?: boolean
  optionText?: AutocompleteInputProps['optionText']
  /** Not called when the form is filled. */
  onChange?: (chosen: unknown) => void
}

export const BY_NAME = { field: 'name', order: 'ASC' } as const
const toQuery = (q: string) => (q === '' ? {} : { q })

/** The server searches, so that long lists stay fast. */
export const NameInput = (props: Props) => (
  <ReferenceInput {...toReferenceProps(props)}>
    <AutocompleteInput {...toBoxProps(props)} />
  </ReferenceInput>
)

export const NamesInput = (props: Props) => (
  <ReferenceArrayInput {...toReferenceProps(props)}>
    <AutocompleteArrayInput {...toBoxProps(props)} />
  </ReferenceArrayInput>
)

const toReferenceProps = ({ source, reference, filter }: Props) => ({
  source,
  reference,
  filter,
  sort: BY_NAME,
  perPage: LIMITS.namesOffered,
})

const toBoxProps = ({ words, disabled, optionText = 'name', onChange }: Props) => ({
  label: words.label,
  helperText: words.help,
  disabled,
  onChange,
  optionText,
  filterToQuery: toQuery,
  noOptionsText: dialogMessages.noChoice,
  fullWidth: true,
})
