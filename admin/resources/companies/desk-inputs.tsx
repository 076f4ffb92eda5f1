import AddIcon from '@mui/icons-material/Add'
import { Button, Typography } from '@mui/material'
import {
  ArrayInput,
  BooleanInput,
  RemoveItemButton,
  required,
  SelectInput,
  SimpleFormIterator,
  useSimpleFormIterator,
  useWrappedSource,
} from 'react-admin'
import { useWatch } from 'react-hook-form'
import { STAYING_STATUSES } from '#domain/desk-settings'
import { toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { STATUS_NAMES } from '#domain/messages/desk'
import { deskMessages } from '#domain/messages/panel-desk'
import { SUBMISSION_STATUSES } from '#domain/submission-status'
import { Text } from '../../inputs/text.tsx'
import { Part } from './company-inputs.tsx'

const words = deskMessages.settings

export const DeskInputs = () => (
  <>
    <Part title={words.statuses}>
      <Typography variant="body2" color="text.secondary">
        {words.statusesHelp}
      </Typography>
      <Entries source="deskSettings.statuses" hasStatus />
    </Part>
    {(['declined', 'withdrawn'] as const).map((ended) => (
      <Part key={ended} title={words.reasons[ended]}>
        <Entries source={`deskSettings.reasons.${ended}`} />
      </Part>
    ))}
  </>
)

const STATUSES = SUBMISSION_STATUSES.map((id) => ({ id, name: STATUS_NAMES[id] }))

type EntriesProps = { source: string; hasStatus?: boolean }

const Entries = ({ source, hasStatus = false }: EntriesProps) => (
  <ArrayInput source={source} label={false} sx={listStyle}>
    <SimpleFormIterator inline disableClear fullWidth removeButton={<RemoveEntry />} addButton={<AddEntry />}>
      <Text source="name" words={words.name} helperText={false} max={LIMITS.deskNameLength} />
      {hasStatus ? (
        <CountsAs />
      ) : (
        <BooleanInput source="asksText" label={words.asksText} defaultValue={false} helperText={false} />
      )}
      <Retired />
    </SimpleFormIterator>
  </ArrayInput>
)

/** '' for a new entry. */
const useKey = (): string => toText(useWatch({ name: useWrappedSource('key') }))

const CountsAs = () => (
  <SelectInput
    source="status"
    label={words.countsAs}
    choices={STATUSES}
    validate={required(words.countsAsNeeded)}
    disabled={useKey() !== ''}
    helperText={false}
  />
)

const Retired = () => (
  <BooleanInput
    source="retired"
    label={words.retired}
    defaultValue={false}
    disabled={STAYING_STATUSES.includes(useKey())}
    helperText={false}
  />
)

/** A stored entry can't be removed, as submissions may refer to it. */
const RemoveEntry = () => (useKey() === '' ? <RemoveItemButton /> : null)

export const AddEntry = () => {
  const { add } = useSimpleFormIterator()
  return (
    <Button startIcon={<AddIcon />} onClick={() => add()}>
      {words.add}
    </Button>
  )
}

export const listStyle = {
  mt: 0,
  '& .RaSimpleFormIterator-line': { alignItems: 'center', py: 2 },
  // react-admin shows them on hover, which keyboards cannot do.
  '&& .RaSimpleFormIterator-action': { visibility: 'visible' },
  '& .RaSimpleFormIterator-form': { flexWrap: 'wrap', alignItems: { sm: 'center' }, columnGap: 3 },
  '& .RaSimpleFormIterator-form > *': { m: 0, flex: { sm: '1 1 140px' } },
  '& .RaSimpleFormIterator-form > :first-of-type': { flexBasis: { sm: '100%' } },
}
