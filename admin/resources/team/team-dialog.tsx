import { required, TextInput } from 'react-admin'
import { LIMITS } from '#domain/limits'
import { teamMessages } from '#domain/messages/panel-team'
import { RecordDialog } from '../../dialogs/record-dialog.tsx'
import { PeopleInputs } from './people-inputs.tsx'
import type { Team } from './team.ts'

const words = teamMessages

const toValues = (team: Team | null) =>
  team === null
    ? { name: '', leader: null, members: [] }
    : { ...team, members: team.members.map(({ id }) => id) }

export const TeamDialog = ({ team, onClose }: { team: Team | null; onClose: () => void }) => (
  <RecordDialog<Team>
    title={team === null ? words.createTitle : words.editTitle}
    resource="teams"
    record={team}
    toValues={toValues}
    failed={({ message }) => words.failed(message)}
    saved={words.saved}
    onClose={onClose}
  >
    <TextInput
      source="name"
      label={words.name}
      validate={required(words.nameNeeded)}
      autoFocus
      fullWidth
      slotProps={{ htmlInput: { maxLength: LIMITS.textLength } }}
    />
    <PeopleInputs team={team} />
  </RecordDialog>
)
