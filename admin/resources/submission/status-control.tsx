import ArrowDropDown from '@mui/icons-material/ArrowDropDown'
import { Button, ListSubheader, Menu, MenuItem } from '@mui/material'
import { useState } from 'react'
import { deskMessages } from '#domain/messages/panel-desk'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { STATUS_COLORS, StatusChip } from './status-chip.tsx'
import type { Moved } from './use-desk.ts'
import { useMove, type Move } from './use-move.tsx'

const words = deskMessages.status

export const StatusControl = ({ submission }: { submission: Moved }) => {
  const canUpdate = useCanPerform('submission.update')
  const [menu, setMenu] = useState<{ anchor: HTMLElement; moves: Move[] } | null>(null)
  const { status, statusName } = submission
  const { busy, run, readChoices, choose, question } = useMove()
  if (!canUpdate) return <StatusChip submission={submission} />

  const tone = STATUS_COLORS[status]
  const color = tone === 'inherit' ? 'text.secondary' : `${tone}.main`
  const open = (anchor: HTMLElement) =>
    run(async () => setMenu({ anchor, moves: (await readChoices(submission.id)).moves }))
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        endIcon={<ArrowDropDown />}
        aria-label={words.change(statusName)}
        aria-haspopup="menu"
        aria-busy={busy}
        onClick={(event) => open(event.currentTarget)}
        sx={{ ...chipStyle, color, borderColor: color }}
      >
        {statusName}
      </Button>
      {menu && (
        <Menu open anchorEl={menu.anchor} onClose={() => setMenu(null)} slotProps={menuLabel}>
          <ListSubheader aria-hidden>{menu.moves.length === 0 ? words.none : words.moves}</ListSubheader>
          {menu.moves.map((to) => (
            <MenuItem
              key={to.key}
              onClick={() => {
                setMenu(null)
                choose(submission, to)
              }}
              sx={{ minHeight: 44 }}
            >
              {to.name}
            </MenuItem>
          ))}
        </Menu>
      )}
      {question}
    </>
  )
}

const menuLabel = { list: { 'aria-label': words.moves } }
const chipStyle = { minHeight: { xs: 44, sm: 32 }, maxWidth: '100%', borderRadius: 4, textAlign: 'left' }
