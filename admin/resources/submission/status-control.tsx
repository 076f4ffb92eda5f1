import ArrowDropDown from '@mui/icons-material/ArrowDropDown'
import { Button, ListSubheader, Menu, MenuItem } from '@mui/material'
import { useState } from 'react'
import { deskMessages } from '#domain/messages/panel-desk'
import { trpc } from '../../providers/trpc-client.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { STATUS_COLORS, StatusChip } from './status-chip.tsx'
import { useDesk, type Choices, type Moved } from './use-desk.ts'

const words = deskMessages.status

type Move = Choices['moves'][number]

export const StatusControl = ({ submission }: { submission: Moved }) => {
  const canUpdate = useCanPerform('submission.update')
  const [menu, setMenu] = useState<{ anchor: HTMLElement; moves: Move[] } | null>(null)
  const [asked, setAsked] = useState<Move | null>(null)
  const { id, status, statusName, updatedAt } = submission
  const { busy, run, readChoices, change } = useDesk(id, words.failed)
  if (!canUpdate) return <StatusChip submission={submission} />

  const open = (anchor: HTMLElement) =>
    run(async () => setMenu({ anchor, moves: (await readChoices()).moves }))
  const move = (to: Move, reason?: string) =>
    change(
      () => trpc.form.setStatus.mutate({ id, status: to.key, reason, updatedAt }),
      () => setAsked(null),
    )
  const choose = (to: Move) => {
    setMenu(null)
    if (to.reasons.length > 0) setAsked(to)
    else move(to)
  }
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        color={STATUS_COLORS[status]}
        endIcon={<ArrowDropDown />}
        aria-label={words.change(statusName)}
        aria-haspopup="menu"
        aria-busy={busy}
        onClick={(event) => open(event.currentTarget)}
        sx={chipStyle}
      >
        {statusName}
      </Button>
      {menu && (
        <Menu open anchorEl={menu.anchor} onClose={() => setMenu(null)} slotProps={menuLabel}>
          <ListSubheader aria-hidden>{menu.moves.length === 0 ? words.none : words.moves}</ListSubheader>
          {menu.moves.map((to) => (
            <MenuItem key={to.key} onClick={() => choose(to)} sx={{ minHeight: 44 }}>
              {to.name}
            </MenuItem>
          ))}
        </Menu>
      )}
      {asked && (
        <ReasonDialog
          name={asked.name}
          reasons={asked.reasons}
          busy={busy}
          onChosen={(reason) => move(asked, reason)}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

const menuLabel = { list: { 'aria-label': words.moves } }
const chipStyle = { minHeight: { xs: 44, sm: 32 }, maxWidth: '100%', borderRadius: 4, textAlign: 'left' }
