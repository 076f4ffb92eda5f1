import type { ChangeEvent, CompositionEvent, FocusEvent, InputHTMLAttributes } from 'react'
import type { Input } from '#domain/catalogue/define'
import { tidied } from '#domain/catalogue/mask'
import { typedText } from '../masks/typing.ts'
import { inputAttributes, KEPT_SHAPE } from './input-attributes.ts'

type TextInputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> & {
  input: Input
  value: string
  kept: boolean
  onText: (text: string) => void
  /** `unreadable`: the browser reports an incomplete date. */
  onLeft: (unreadable: boolean) => void
}

export const PARTNER_NAMES = 'partner-names'

export function TextInput({ input, value, kept, onText, onLeft, ...attributes }: TextInputProps) {
  const type = (event: ChangeEvent<HTMLInputElement> | CompositionEvent<HTMLInputElement>) =>
    onText(typedText(event.currentTarget, input.kind, value, event.nativeEvent))

  const leave = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    const text = tidied(input.kind, currentTarget.value)
    if (text !== value) onText(text)
    onLeft(currentTarget.validity.badInput)
  }

  return (
    <input
      {...attributes}
      {...inputAttributes(input)}
      list={/^signer\dName$/.test(input.name) ? PARTNER_NAMES : undefined}
      value={value}
      placeholder={(kept && KEPT_SHAPE[input.kind]) || input.placeholder}
      onChange={type}
      onCompositionEnd={type}
      onBlur={leave}
    />
  )
}
