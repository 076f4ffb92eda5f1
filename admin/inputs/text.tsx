import { required, TextInput, type TextInputProps } from 'react-admin'

type Props = Omit<TextInputProps, 'validate' | 'slotProps'> & {
  /** The longest text. */
  max?: number
  /** Said where nothing is entered. */
  needed?: string
  check?: (value: unknown) => string | undefined
}

export const Text = ({ max, needed, check, ...input }: Props) => (
  <TextInput
    {...input}
    validate={[...(needed === undefined ? [] : [required(needed)]), ...(check ? [check] : [])]}
    slotProps={{ htmlInput: { maxLength: max } }}
  />
)
