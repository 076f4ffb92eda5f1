import { Box, Button } from '@mui/material'
import { useNotify } from 'react-admin'
import { panelMessages } from '#domain/messages/panel'
import { accountMessages } from '#domain/messages/panel-account'
import { passwordProblem } from '#domain/password'
import { call, trpc } from '../providers/trpc-client.ts'
import { AccountCard } from './account-card.tsx'
import { FormField } from './form-field.tsx'
import { useRefreshSessions } from './use-sessions.ts'
import { typedIn, useSmallForm, type FieldErrors } from './use-small-form.ts'

const words = accountMessages.password
const given = accountMessages.ownPassword

type Props = {
  /** for password managers, which file the password under it */
  email: string
  /** whether someone else set the current one */
  isGiven?: boolean
  onChanged?: () => void
}

export const PasswordCard = ({ email, isGiven = false, onChanged }: Props) => {
  const notify = useNotify()
  const refreshSessions = useRefreshSessions()
  const { busy, errors, submit } = useSmallForm({
    failure: words.failed,
    check,
    send: async (values) => {
      const currentPassword = typedIn(values, 'currentPassword')
      const password = typedIn(values, 'password')
      await call(trpc.account.changePassword.mutate({ currentPassword, password }))
      notify(words.done, { type: 'success' })
      refreshSessions()
      onChanged?.()
    },
  })
  return (
    <AccountCard title={isGiven ? given.title : words.title} note={words.note}>
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit(event.currentTarget)
        }}
        aria-busy={busy}
        sx={{ display: 'grid', gap: 2, maxWidth: 400 }}
      >
        <input hidden readOnly name="username" autoComplete="username" value={email} />
        <FormField
          name="currentPassword"
          type="password"
          label={isGiven ? given.current : words.current}
          autoComplete="current-password"
          errors={errors}
        />
        <FormField
          name="password"
          type="password"
          label={words.next}
          help={words.help}
          autoComplete="new-password"
          errors={errors}
        />
        <FormField
          name="repeat"
          type="password"
          label={words.repeat}
          autoComplete="new-password"
          errors={errors}
        />
        <Button type="submit" variant="contained" aria-disabled={busy} sx={{ justifySelf: 'start' }}>
          {busy ? words.busy : isGiven ? given.submit : words.submit}
        </Button>
      </Box>
    </AccountCard>
  )
}

function check(values: FormData): FieldErrors {
  if (typedIn(values, 'currentPassword') === '') return { currentPassword: words.currentMissing }
  const password = typedIn(values, 'password')
  const problem = passwordProblem(password)
  if (problem !== null) return { password: problem }
  return password === typedIn(values, 'repeat') ? {} : { repeat: panelMessages.password.noMatch }
}
