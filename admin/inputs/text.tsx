import { required, TextInput, type TextInputProps } from 'react-admin'

/** `needed` is shown while nothing is entered. */
export type FieldWords = { label: string; help?: string | false; needed?: string }

type Props = Omit<TextInputProps, 'label' | 'validate' | 'slotProps'> & {
  words: FieldWords
  /** The longest text. */
  max?: number
  check?: (value: unknown) => string | undefined
}

export const Text = ({ words, max, check, ...input }: Props) => (
  <TextInput
    label={words.label}
    helperText={words.help}
    {...input}
    validate={[...(words.needed ? [required(words.needed)] : []), ...(check ? [check] : [])]}
    slotProps={{ htmlInput: { maxLength: max } }}
  />
)
