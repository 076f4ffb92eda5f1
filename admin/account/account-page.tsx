import { Alert, Stack, MenuItem, TextField } from '@mui/material'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useNotify } from 'react-admin'
import { accountMessages } from '#domain/messages/panel-account'
import { SUBMISSION_MAILS } from '#domain/submission-mail'
import { headedFor, useSession } from '../layout/route-guard.tsx'
import { PageHeader, Section } from '../layout/page-parts.tsx'
import {
  isHeldBack,
  mustSetUpOtp,
  refreshUser,
  sessionSnapshot,
  type SessionUser,
} from '../providers/session.ts'
import { OtpCard } from './otp-card.tsx'
import { PasswordCard } from './password-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { call, trpc } from '../providers/trpc-client.ts'
import { useCanPerform } from '../providers/use-can-perform.ts'
import { useTask } from '../providers/use-task.ts'

const words = accountMessages.ownPassword

export const AccountPage = () => {
  const { user } = useSession()
  const goOn = useGoOn()
  if (user === null) return null
  if (user.passwordChangeRequired)
    return (
      <>
        <PageHeader title={accountMessages.title} />
        <Stack spacing={4} sx={{ maxWidth: 680 }}>
          <Alert severity="warning">
            {words.required} {mustSetUpOtp(user) && words.thenOtp}
          </Alert>
          <PasswordCard key="given" email={user.email} isGiven onChanged={goOn} />
        </Stack>
      </>
    )
  return (
    <>
      <PageHeader title={accountMessages.title} />
      <Stack spacing={4} sx={{ maxWidth: 680 }}>
        {mustSetUpOtp(user) && <Alert severity="warning">{accountMessages.setupRequired}</Alert>}
        <OtpCard user={user} onSwitched={goOn} />
        <PasswordCard email={user.email} />
        <MailCard user={user} />
        <SessionsCard />
      </Stack>
    </>
  )
}

/**
 * Once nothing is required of the user, goes on to the page they asked for. Only after their own action, as a refresh
 * must not hide the recovery codes.
 */
function useGoOn(): () => void {
  const { user } = useSession()
  const [wasHeldBack] = useState(() => user !== null && isHeldBack(user))
  const { state } = useLocation()
  const navigate = useNavigate()
  const goOn = async () => {
    await refreshUser()
    const { user: now } = sessionSnapshot()
    if (wasHeldBack && now !== null && !isHeldBack(now))
      await navigate(headedFor(now, state), { replace: true })
  }
  return () => void goOn()
}

const mailWords = accountMessages.mail

const MailCard = ({ user: { company, submissionMail } }: { user: SessionUser }) => {
  const notify = useNotify()
  const canRead = useCanPerform('submission.list')
  const { busy, run } = useTask(mailWords.failed)
  if (!canRead) return null
  const choose = (value: string) =>
    run(async () => {
      const chosen = SUBMISSION_MAILS.find((mail) => mail === value) ?? 'off'
      await call(trpc.account.update.mutate({ submissionMail: chosen }))
      await refreshUser()
      notify(mailWords.done, { type: 'success' })
    })
  return (
    <Section title={mailWords.title} note={mailWords.note}>
      <TextField
        select
        fullWidth
        label={mailWords.label}
        value={submissionMail}
        onChange={({ target }) => choose(target.value)}
        aria-busy={busy}
        sx={{ maxWidth: 400 }}
      >
        {SUBMISSION_MAILS.filter((mail) => mail !== 'each' || company !== null).map((mail) => (
          <MenuItem key={mail} value={mail}>
            {mailWords.choices[mail]}
          </MenuItem>
        ))}
      </TextField>
    </Section>
  )
}
