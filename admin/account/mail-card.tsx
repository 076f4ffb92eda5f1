import { MenuItem, TextField } from '@mui/material'
import { useNotify } from 'react-admin'
import { accountMessages } from '#domain/messages/panel-account'
import { SUBMISSION_MAILS } from '#domain/submission-mail'
import { refreshUser, type SessionUser } from '../providers/session.ts'
import { call, trpc } from '../providers/trpc-client.ts'
import { useCanPerform } from '../providers/use-can-perform.ts'
import { useTask } from '../providers/use-task.ts'
import { AccountCard } from './account-card.tsx'

const words = accountMessages.mail

export const MailCard = ({ user: { company, submissionMail } }: { user: SessionUser }) => {
  const notify = useNotify()
  const canRead = useCanPerform('submission.list')
  const { busy, run } = useTask(words.failed)
  if (!canRead) return null
  const choose = (value: string) =>
    run(async () => {
      const chosen = SUBMISSION_MAILS.find((mail) => mail === value) ?? 'off'
      await call(trpc.account.update.mutate({ submissionMail: chosen }))
      await refreshUser()
      notify(words.done, { type: 'success' })
    })
  return (
    <AccountCard title={words.title} note={words.note}>
      <TextField
        select
        fullWidth
        label={words.label}
        value={submissionMail}
        onChange={({ target }) => choose(target.value)}
        aria-busy={busy}
        sx={{ maxWidth: 400 }}
      >
        {SUBMISSION_MAILS.filter((mail) => mail !== 'each' || company !== null).map((mail) => (
          <MenuItem key={mail} value={mail}>
            {words.choices[mail]}
          </MenuItem>
        ))}
      </TextField>
    </AccountCard>
  )
}
