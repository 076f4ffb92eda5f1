import { Alert, Stack, MenuItem, TextField, Box, Button } from '@mui/material'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useNotify, Form } from 'react-admin'
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
import { SessionsCard, useRefreshSessions } from './sessions-card.tsx'
import { call, trpc } from '../providers/trpc-client.ts'
import { useCanPerform } from '../providers/use-can-perform.ts'
import { useTask } from '../providers/use-task.ts'
import type { FieldValues } from 'react-hook-form'
import { toText } from '#domain/json'
import { panelMessages } from '#domain/messages/panel'
import { passwordProblem } from '#domain/password'
import { EMPTY_RECORD } from '../dialogs/form-dialog.tsx'
import { FormField, useSending, type FieldErrors } from '../inputs/use-sending.tsx'

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

const passwordWords = accountMessages.password

type PasswordProps = {
  /** for password managers */
  email: string
  /** Somebody else has set the current password. */
  isGiven?: boolean
  onChanged?: () => void
}

const PasswordCard = ({ email, isGiven = false, onChanged }: PasswordProps) => {
  const notify = useNotify()
  const refreshSessions = useRefreshSessions()
  const { busy, formControl, submit } = useSending({
    failure: passwordWords.failed,
    send: async (values) => {
      const problems = check(values)
      if (Object.keys(problems).length > 0) return problems
      const currentPassword = toText(values.currentPassword)
      const password = toText(values.password)
      await call(trpc.account.changePassword.mutate({ currentPassword, password }))
      formControl.reset()
      notify(passwordWords.done, { type: 'success' })
      refreshSessions()
      onChanged?.()
      return undefined
    },
  })
  return (
    <Section title={isGiven ? words.title : passwordWords.title} note={passwordWords.note}>
      <Form
        formControl={formControl}
        noValidate
        record={EMPTY_RECORD}
        onSubmit={submit}
        disableInvalidFormNotification
      >
        <Box sx={{ display: 'grid', gap: 2, maxWidth: 400 }}>
          <input hidden readOnly name="username" autoComplete="username" value={email} />
          <FormField
            source="currentPassword"
            type="password"
            label={isGiven ? words.current : passwordWords.current}
            autoComplete="current-password"
          />
          <FormField
            source="password"
            type="password"
            label={passwordWords.next}
            help={passwordWords.help}
            autoComplete="new-password"
          />
          <FormField
            source="repeat"
            type="password"
            label={passwordWords.repeat}
            autoComplete="new-password"
          />
          <Button type="submit" variant="contained" aria-disabled={busy} sx={{ justifySelf: 'start' }}>
            {busy ? passwordWords.busy : isGiven ? words.submit : passwordWords.submit}
          </Button>
        </Box>
      </Form>
    </Section>
  )
}

function check(values: FieldValues): FieldErrors {
  if (toText(values.currentPassword) === '') return { currentPassword: passwordWords.currentMissing }
  const password = toText(values.password)
  const problem = passwordProblem(password)
  if (problem !== null) return { password: problem }
  return password === toText(values.repeat) ? {} : { repeat: panelMessages.password.noMatch }
}
