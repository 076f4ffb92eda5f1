import { Divider, ListSubheader, Menu, MenuItem } from '@mui/material'
import { deskMessages } from '#domain/messages/panel-desk'
import { useSession } from '../layout/route-guard.tsx'
import type { Assigned, Choices } from './use-desk.ts'

export type Chosen = { userId?: string | null; teamId?: string | null }
type Props = {
  anchor: HTMLElement
  choices: Pick<Choices, 'users' | 'teams'>
  /** Undefined for several submissions. */
  assigned?: Pick<Assigned, 'owner' | 'team'>
  onChosen: (chosen: Chosen) => void
  onClose: () => void
}

const words = deskMessages.owner

export const OwnerMenu = ({ anchor, choices: { users, teams }, assigned, onChosen, onClose }: Props) => {
  const { user } = useSession()
  const [owner, team] = [assigned?.owner, assigned?.team]
  const item = (key: string, label: string, chosen: Chosen, isSelected = false) => (
    <MenuItem key={key} selected={isSelected} onClick={() => onChosen(chosen)} sx={{ minHeight: 44 }}>
      {label}
    </MenuItem>
  )
  return (
    <Menu open anchorEl={anchor} onClose={onClose} slotProps={menuSlots}>
      {user && owner?.id !== user.id && item('me', words.take, { userId: user.id })}
      {(owner ?? team ?? !assigned) && item('nobody', words.clear, { userId: null, teamId: null })}
      {users.length > 0 && <ListSubheader aria-hidden>{words.people}</ListSubheader>}
      {users.map(({ id, name }) => item(id, name, { userId: id }, id === owner?.id))}
      {teams.length > 0 && <Divider />}
      {teams.length > 0 && <ListSubheader aria-hidden>{words.teams}</ListSubheader>}
      {teams.map(({ id, name }) => item(id, name, { teamId: id }, id === team?.id))}
    </Menu>
  )
}

const menuSlots = { list: { 'aria-label': words.people }, paper: { sx: { maxHeight: 400 } } }
