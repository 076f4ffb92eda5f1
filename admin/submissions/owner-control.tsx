import ArrowDropDown from '@mui/icons-material/ArrowDropDown'
import { Box, Button, Divider, ListSubheader, Menu, MenuItem, Typography } from '@mui/material'
import { useState } from 'react'
import { deskMessages } from '#domain/messages/panel-desk'
import { useSession } from '../layout/route-guard.tsx'
import { trpc } from '../providers/trpc-client.ts'
import { useCanPerform } from '../providers/use-can-perform.ts'
import { useDesk, type Assigned, type Choices } from './use-desk.ts'

const words = deskMessages.owner

type Chosen = { userId?: string | null; teamId?: string | null }

export const OwnerControl = ({ submission }: { submission: Assigned }) => {
  const canUpdate = useCanPerform('submission.update')
  const { user } = useSession()
  const [menu, setMenu] = useState<{ anchor: HTMLElement; choices: Choices } | null>(null)
  const { id, owner, team, updatedAt } = submission
  const { busy, run, readChoices, change } = useDesk(words.failed)
  const name = [owner?.name, team?.name].filter(Boolean).join(' · ') || words.nobody
  if (!canUpdate) return <Typography component="span">{name}</Typography>

  const assign = (chosen: Chosen) => {
    setMenu(null)
    run(() => change(id, () => trpc.form.setOwner.mutate({ id, updatedAt, ...chosen })))
  }
  const item = (key: string, label: string, chosen: Chosen, isSelected = false) => (
    <MenuItem key={key} selected={isSelected} onClick={() => assign(chosen)} sx={{ minHeight: 44 }}>
      {label}
    </MenuItem>
  )
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', gap: 2, maxWidth: '100%' }}>
      <Button
        size="small"
        color="inherit"
        endIcon={<ArrowDropDown />}
        aria-label={words.change(name)}
        aria-haspopup="menu"
        aria-busy={busy}
        onClick={({ currentTarget: anchor }) =>
          run(async () => setMenu({ anchor, choices: await readChoices(id) }))
        }
        sx={buttonStyle}
      >
        {name}
      </Button>
      {owner === null && user && (
        <Button
          size="small"
          variant="outlined"
          aria-disabled={busy}
          onClick={() => assign({ userId: user.id })}
          sx={buttonStyle}
        >
          {words.take}
        </Button>
      )}
      {menu && (
        <Menu open anchorEl={menu.anchor} onClose={() => setMenu(null)} slotProps={menuSlots}>
          {user && owner?.id !== user.id && item('me', words.take, { userId: user.id })}
          {(owner ?? team) && item('nobody', words.clear, { userId: null, teamId: null })}
          {menu.choices.users.length > 0 && <ListSubheader aria-hidden>{words.people}</ListSubheader>}
          {menu.choices.users.map((each) =>
            item(each.id, each.name, { userId: each.id }, each.id === owner?.id),
          )}
          {menu.choices.teams.length > 0 && <Divider />}
          {menu.choices.teams.length > 0 && <ListSubheader aria-hidden>{words.teams}</ListSubheader>}
          {menu.choices.teams.map((each) =>
            item(each.id, each.name, { teamId: each.id }, each.id === team?.id),
          )}
        </Menu>
      )}
    </Box>
  )
}

const menuSlots = { list: { 'aria-label': words.people }, paper: { sx: { maxHeight: 400 } } }
const buttonStyle = { minHeight: { xs: 44, sm: 32 }, maxWidth: '100%', textAlign: 'left' }
