import { Box, Button } from '@mui/material'
import { useState } from 'react'
import { PasswordInput } from 'react-admin'
import { useFormContext, type FieldValues } from 'react-hook-form'
import { userMessages } from '#domain/messages/panel-user'
import { panelMessages } from '#domain/messages/panel'
import { passwordProblem } from '#domain/password'

const words = userMessages

const goodPassword = (value: string | null) => passwordProblem(value ?? '') ?? undefined
const sameAgain = (value: string | null, { password }: FieldValues) =>
  (value || '') === (password || '') ? undefined : panelMessages.password.noMatch

type Props = { label?: string; repeatLabel?: string; help?: string; autoFocus?: boolean }

export const PasswordInputs = ({
  label = words.password,
  repeatLabel = words.repeatPassword,
  help = words.passwordHelp,
  autoFocus = false,
}: Props) => (
  <>
    <PasswordInput
      source="password"
      label={label}
      validate={goodPassword}
      helperText={help}
      autoComplete="new-password"
      autoFocus={autoFocus}
      isRequired
      fullWidth
    />
    <PasswordInput
      source="passwordRepeat"
      label={repeatLabel}
      validate={sameAgain}
      autoComplete="new-password"
      isRequired
      fullWidth
    />
  </>
)

export const NewPasswordInputs = () => {
  const [isOpen, setIsOpen] = useState(false)
  const { resetField } = useFormContext()
  const toggle = () => {
    for (const name of ['password', 'passwordRepeat']) resetField(name)
    setIsOpen(!isOpen)
  }
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Button
        color="inherit"
        variant="outlined"
        aria-expanded={isOpen}
        onClick={toggle}
        sx={{ justifySelf: 'start', mb: 4 }}
      >
        {isOpen ? words.keepPassword : words.setPassword}
      </Button>
      {isOpen && (
        <PasswordInputs
          label={words.newPassword}
          repeatLabel={words.repeatNewPassword}
          help={words.newPasswordHelp}
          autoFocus
        />
      )}
    </Box>
  )
}
