import { accountMessages } from '#domain/messages/panel-account'
import { FormField } from './form-field.tsx'
import { typedIn, type FieldErrors } from './use-small-form.ts'

const words = accountMessages.otp

export const BothStepsFields = ({ errors }: { errors: FieldErrors }) => (
  <>
    <FormField
      name="currentPassword"
      type="password"
      label={words.currentPassword}
      autoComplete="current-password"
      autoFocus
      errors={errors}
    />
    <FormField
      name="code"
      label={words.code}
      help={words.eitherCode}
      autoComplete="one-time-code"
      errors={errors}
    />
  </>
)

export const bothSteps = (values: FormData) => ({
  currentPassword: typedIn(values, 'currentPassword'),
  code: typedIn(values, 'code'),
})
