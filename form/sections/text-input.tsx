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
  /** `unreadable`: half a date was typed, of which the browser tells nothing more. */
  onLeft: (unreadable: boolean) => void
}

/** The id of the names that partners have given: one of them signs, as a rule, and need not type it twice. */
export const PARTNER_NAMES = 'partner-names'

/** A line to type in: helped by its kind's mask while typing, tidied when it is left, never cut. */
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
