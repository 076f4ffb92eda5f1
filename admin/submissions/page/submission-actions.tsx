import { Button, Typography } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { TextInput, useNotify } from 'react-admin'
import { useNavigate } from 'react-router'
import type { Action as Permitted } from '#domain/actions'
import { toText } from '#domain/json'
import { LIMITS } from '#domain/limits'
import { submissionMessages } from '#domain/messages/panel-submission'
import { toReference } from '#domain/reference'
import { ConfirmDialog } from '../../dialogs/dialogs.tsx'
import { FormDialog } from '../../dialogs/form-dialog.tsx'
import { call, trpc } from '../../providers/trpc-client.ts'
import { useCanPerform } from '../../providers/use-can-perform.ts'
import { useTask } from '../../providers/use-task.ts'
import { useWayBack } from '../submission-link.tsx'
import { readApplicant, type OpenedSubmission } from '../submission.ts'
import { submissionKey } from '../use-submission.ts'

const { hold, links, deletion } = submissionMessages

type Props = { submission: OpenedSubmission; onChanged: () => void }

export const HoldButton = ({ submission: { id, legalHold }, onChanged }: Props) => {
  const queries = useQueryClient()
  const isHeld = legalHold !== null
  const set = async (reason: string) => {
    const { data } = await call(trpc.form.holdSubmission.mutate({ id, hold: !isHeld, reason }))
    return () => {
      // Another load would be recorded as another opening.
      queries.setQueryData<OpenedSubmission>(
        submissionKey(id),
        (shown) => shown && { ...shown, legalHold: data.legalHold },
      )
      onChanged()
    }
  }
  const words = isHeld
    ? { open: hold.lift, title: hold.liftTitle, text: hold.liftText }
    : { open: hold.put, title: hold.put, text: hold.putText, busy: hold.busy }
  return (
    <Action needs="submission.hold" words={words} failed={hold.failed} action={set}>
      {!isHeld && <Reason label={hold.reason} helperText={hold.reasonHelp} autoFocus />}
    </Action>
  )
}

export const EndLinksButton = ({ submission: { id }, onChanged }: Props) => {
  const notify = useNotify()
  const end = async () => {
    await call(trpc.form.endApplicantLinks.mutate({ id }))
    notify(links.ended, { type: 'success' })
    return onChanged
  }
  const words = { open: links.end, title: links.endTitle(toReference(id)), text: links.endText }
  return (
    <Action needs="submission.end-links" words={words} failed={links.failed} isDestructive action={end} />
  )
}

export const DeleteButton = ({ submission }: Pick<Props, 'submission'>) => {
  const notify = useNotify()
  const navigate = useNavigate()
  const wayBack = useWayBack()
  const { id } = submission
  const name = readApplicant(submission) || toReference(id)
  // Phones type other apostrophes than the stored ones.
  const pattern = name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/['’‘]/g, `['’‘]`)
  const remove = async (reason: string) => {
    await call(trpc.form.deleteSubmission.mutate({ id, reason }))
    notify(deletion.done, { type: 'success' })
    return () => void navigate(wayBack)
  }
  const words = { ...deletion, title: deletion.title(name) }
  return (
    <Action needs="submission.delete" words={words} failed={deletion.failed} isDestructive action={remove}>
      <TextInput
        source="name"
        label={deletion.name(name)}
        autoFocus
        slotProps={{ htmlInput: { pattern, required: true } }}
      />
      <Reason label={deletion.reason} helperText={deletion.reasonHelp} required />
    </Action>
  )
}

type ActionProps = {
  needs: Permitted
  words: { open: string; title: string; text: string; busy?: string }
  failed: string
  isDestructive?: boolean
  /** @returns what to do once the dialog is closed */
  action: (reason: string) => Promise<() => void>
  children?: ReactNode
}

const Action = ({ needs, words, failed, isDestructive = false, action, children }: ActionProps) => {
  const isAllowed = useCanPerform(needs)
  const [isAsking, setAsking] = useState(false)
  const { busy, run } = useTask(failed)
  if (!isAllowed) return null
  const onClose = () => setAsking(false)
  const perform = async (reason: string) => {
    const done = await action(reason)
    onClose()
    done()
  }
  const asked = { title: words.title, isDestructive, onClose }
  return (
    <>
      <Button variant="outlined" size="small" onClick={() => setAsking(true)} sx={{ minHeight: 36 }}>
        {words.open}
      </Button>
      {isAsking && !children && (
        <ConfirmDialog
          {...asked}
          text={words.text}
          confirmLabel={words.open}
          busy={busy}
          onConfirm={() => run(() => perform(''))}
        />
      )}
      {isAsking && children && (
        <FormDialog
          {...asked}
          submitLabel={words.open}
          busyLabel={words.busy}
          failure={failed}
          send={async ({ reason }) => void (await perform(toText(reason).trim()))}
        >
          <Typography>{words.text}</Typography>
          {children}
        </FormDialog>
      )}
    </>
  )
}

type ReasonProps = { label: string; helperText: string; autoFocus?: boolean; required?: boolean }

const Reason = ({ required, ...input }: ReasonProps) => (
  <TextInput
    source="reason"
    {...input}
    slotProps={{ htmlInput: { maxLength: LIMITS.textLength, required } }}
  />
)
