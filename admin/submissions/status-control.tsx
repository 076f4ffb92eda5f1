import ArrowDropDown from '@mui/icons-material/ArrowDropDown'
import { Button, ListSubheader, Menu, MenuItem } from '@mui/material'
import { useState } from 'react'
import { RadioButtonGroupInput, required } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { deskMessages } from '#domain/messages/panel-desk'
import { isDecision, needsReason, type SubmissionStatus } from '#domain/submission-status'
import { toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { STATUS_COLORS, StatusChip } from './status-chip.tsx'
import { type Moved, useDesk, type Choices } from './use-desk.ts'
import { trpc } from '../providers/trpc-client.ts'
import { useCanPerform } from '../providers/use-can-perform.ts'
import { FormDialog } from '../dialogs/form-dialog.tsx'
import { Text } from '../inputs/text.tsx'

const words = deskMessages.status

export const StatusControl = ({ submission }: { submission: Moved }) => {
  const [menu, setMenu] = useState<{ anchor: HTMLElement; moves: Move[] } | null>(null)
  const { status, statusName } = submission
  const canMove = useCanMove(status)
  const { busy, run, readChoices, choose, question } = useMove()
  if (!canMove) return <StatusChip submission={submission} />

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
        <MoveMenu
          {...menu}
          onChosen={(to) => {
            setMenu(null)
            choose(submission, to)
          }}
          onClose={() => setMenu(null)}
        />
      )}
      {question}
    </>
  )
}

type MoveMenuProps = {
  anchor: HTMLElement
  moves: Move[]
  onChosen: (to: Move) => void
  onClose: () => void
}

export const MoveMenu = ({ anchor, moves, onChosen, onClose }: MoveMenuProps) => (
  <Menu open anchorEl={anchor} onClose={onClose} slotProps={menuLabel}>
    <ListSubheader aria-hidden>{moves.length === 0 ? words.none : words.moves}</ListSubheader>
    {moves.map((to) => (
      <MenuItem key={to.key} onClick={() => onChosen(to)} sx={{ minHeight: 44 }}>
        {to.name}
      </MenuItem>
    ))}
  </Menu>
)

const menuLabel = { list: { 'aria-label': words.moves } }
const chipStyle = { minHeight: { xs: 44, sm: 32 }, maxWidth: '100%', borderRadius: 4, textAlign: 'left' }

type Move = Choices['moves'][number]
type Asked = { submission: Moved; to: Move }

export function useCanMove(from: SubmissionStatus): boolean {
  const [canUpdate, canDecide] = [useCanPerform('submission.update'), useCanPerform('submission.decide')]
  return canUpdate && (canDecide || !isDecision(from))
}

/** `question` asks for the reason if the new status needs one. */
export function useMove() {
  const [asked, setAsked] = useState<Asked | null>(null)
  const { busy, run, readChoices, change, refresh } = useDesk(deskMessages.status.failed)

  const send = async ({ id, updatedAt }: Moved, status: string, why?: Why): Promise<void> => {
    const told = { reasonText: why?.reasonText ?? null }
    await change(id, () => trpc.form.setStatus.mutate({ id, status, ...why, updatedAt }), told)
    setAsked(null)
  }
  const ask = (submission: Moved, to: Move) =>
    to.reasons.length > 0 ? Promise.resolve(setAsked({ submission, to })) : send(submission, to.key)

  /** The server explains moves that are not allowed. */
  const drop = (submission: Moved, { key, status }: Pick<Move, 'key' | 'status'>) =>
    run(async () => {
      const moves = needsReason(status) ? (await readChoices(submission.id)).moves : []
      const to = moves.find((move) => move.key === key)
      await (to ? ask(submission, to) : send(submission, key))
    })

  const question = asked && (
    <ReasonDialog
      name={asked.to.name}
      reasons={asked.to.reasons}
      onChosen={(why) => send(asked.submission, asked.to.key, why)}
      onClose={() => {
        setAsked(null)
        refresh()
      }}
    />
  )
  return {
    busy,
    run,
    readChoices,
    drop,
    question,
    choose: (submission: Moved, to: Move) => run(() => ask(submission, to)),
  }
}

type Why = { reason: string; reasonText?: string }

type Props = {
  name: string
  reasons: Move['reasons']
  onChosen: (why: Why) => Promise<void>
  onClose: () => void
}

export const ReasonDialog = ({ name, reasons, onChosen, onClose }: Props) => (
  <FormDialog
    title={words.move(name)}
    submitLabel={words.move(name)}
    busyLabel={words.moving}
    failure={words.failed}
    send={async ({ reason, reasonText }) => {
      const chosen = reasons.find(({ key }) => key === reason)
      await onChosen({ reason: toText(reason), ...(chosen?.asksText && { reasonText: toText(reasonText) }) })
    }}
    onClose={onClose}
  >
    <RadioButtonGroupInput
      source="reason"
      label={words.reason}
      choices={reasons}
      optionValue="key"
      translateChoice={false}
      row={false}
      validate={required()}
      sx={{ '& label': { minHeight: 44 } }}
    />
    <ReasonText reasons={reasons} />
  </FormDialog>
)

const ReasonText = ({ reasons }: Pick<Props, 'reasons'>) => {
  const reason: unknown = useWatch({ name: 'reason' })
  if (!reasons.some(({ key, asksText }) => asksText && key === reason)) return null
  return (
    <Text source="reasonText" words={words.reasonText} multiline minRows={2} max={LIMITS.reasonTextLength} />
  )
}
