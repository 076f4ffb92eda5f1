import { Box, Button } from '@mui/material'
import { Form, useNotify } from 'react-admin'
import type { FieldValues } from 'react-hook-form'
import { toText } from '#domain/json'
import { panelMessages } from '#domain/messages/panel'
import { accountMessages } from '#domain/messages/panel-account'
import { passwordProblem } from '#domain/password'
import { Section } from '../layout/page-parts.tsx'
import { call, trpc } from '../providers/trpc-client.ts'
import { EMPTY_RECORD, FormHandle } from '../dialogs/form-dialog.tsx'
import { FormField, useSending, type FieldErrors } from '../inputs/use-sending.tsx'
import { useRefreshSessions } from './sessions-card.tsx'

const words = accountMessages.password
const given = accountMessages.ownPassword

type Props = {
  /** for password managers */
  email: string
  /** Somebody else has set the current password. */
  isGiven?: boolean
  onChanged?: () => void
}

export const PasswordCard = ({ email, isGiven = false, onChanged }: Props) => {
  const notify = useNotify()
  const refreshSessions = useRefreshSessions()
  const { busy, handle, submit } = useSending({
    failure: words.failed,
    send: async (values) => {
      const problems = check(values)
      if (Object.keys(problems).length > 0) return problems
      const currentPassword = toText(values.currentPassword)
      const password = toText(values.password)
      await call(trpc.account.changePassword.mutate({ currentPassword, password }))
      handle.current?.reset()
      notify(words.done, { type: 'success' })
      refreshSessions()
      onChanged?.()
      return undefined
    },
  })
  return (
    <Section title={isGiven ? given.title : words.title} note={words.note}>
      <Form noValidate record={EMPTY_RECORD} onSubmit={submit} disableInvalidFormNotification>
        <Box sx={{ display: 'grid', gap: 2, maxWidth: 400 }}>
          <FormHandle formRef={handle} />
          <input hidden readOnly name="username" autoComplete="username" value={email} />
          <FormField
            source="currentPassword"
            type="password"
            label={isGiven ? given.current : words.current}
            autoComplete="current-password"
          />
          <FormField
            source="password"
            type="password"
            label={words.next}
            help={words.help}
            autoComplete="new-password"
          />
          <FormField source="repeat" type="password" label={words.repeat} autoComplete="new-password" />
          <Button type="submit" variant="contained" aria-disabled={busy} sx={{ justifySelf: 'start' }}>
            {busy ? words.busy : isGiven ? given.submit : words.submit}
          </Button>
        </Box>
      </Form>
    </Section>
  )
}

function check(values: FieldValues): FieldErrors {
  if (toText(values.currentPassword) === '') return { currentPassword: words.currentMissing }
  const password = toText(values.password)
  const problem = passwordProblem(password)
  if (problem !== null) return { password: problem }
  return password === toText(values.repeat) ? {} : { repeat: panelMessages.password.noMatch }
}
