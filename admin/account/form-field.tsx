import { getOwn } from '#domain/get-own'
import { TextField, type TextFieldProps } from '@mui/material'

type Props = Pick<TextFieldProps, 'label' | 'autoComplete' | 'autoFocus'> & {
  name: string
  type?: 'text' | 'password'
  help?: string
  errors: Readonly<Record<string, string>>
}

/** Keeps a line for help or an error, so that nothing moves. */
export const FormField = ({ name, type = 'text', help = ' ', errors, ...rest }: Props) => (
  <TextField
    {...rest}
    name={name}
    type={type}
    size="small"
    fullWidth
    required
    error={getOwn(errors, name) !== undefined}
    helperText={getOwn(errors, name) ?? help}
    slotProps={{
      htmlInput: { spellCheck: false, 'aria-required': true },
      inputLabel: { required: false },
    }}
  />
)
