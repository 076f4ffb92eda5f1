import { PasswordInput, required } from 'react-admin'
import { useWatch } from 'react-hook-form'
import { userMessages } from '#domain/messages/panel-user'
import { LIMITS } from '#domain/limits'
import type { User } from './user.ts'

const words = userMessages

const toKey = (email: unknown): string => (typeof email === 'string' ? email.trim().toLowerCase() : '')

/** The server asks for the password when users change their own address. */
export const OwnPasswordInput = ({ user }: { user: User }) => {
  const email: unknown = useWatch({ name: 'email' })
  if (toKey(email) === toKey(user.email)) return null
  return (
    <PasswordInput
      source="currentPassword"
      label={words.currentPassword}
      helperText={words.currentPasswordHelp}
      validate={required(words.currentPasswordNeeded)}
      autoComplete="current-password"
      fullWidth
      slotProps={{ htmlInput: { maxLength: LIMITS.passwordMaxLength } }}
    />
  )
}
