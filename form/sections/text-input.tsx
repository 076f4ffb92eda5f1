import type { ChangeEvent, CompositionEvent, FocusEvent, InputHTMLAttributes } from 'react'
import type { Input } from '#domain/catalogue/define'
import { tidied } from '#domain/catalogue/mask'
import { useWords } from '../language/language-context.tsx'
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

export function TextInput({ input, value, kept, onText, onLeft, ...attributes }: TextInputProps) {
  const type = (event: ChangeEvent<HTMLInputElement> | CompositionEvent<HTMLInputElement>) =>
    onText(typedText(event.currentTarget, input.kind, value, event.nativeEvent))

  const leave = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    const text = tidied(input.kind, currentTarget.value)
    if (text !== value) onText(text)
    onLeft(currentTarget.validity.badInput)
  }

  const words = useWords()
  const control = (
    <input
      {...attributes}
      {...inputAttributes(input)}
      value={value}
      placeholder={(kept && KEPT_SHAPE[input.kind]) || input.placeholder}
      onChange={type}
      onCompositionEnd={type}
      onBlur={leave}
    />
  )
  const isAmount = input.kind === 'money' || input.kind === 'signedMoney'
  if (!isAmount && !input.sensitive) return control
  return (
    <span
      className={kept ? 'kept' : isAmount ? 'amount' : undefined}
      data-unit={isAmount && !value.includes('$') ? '$' : undefined}
      data-shape={kept ? KEPT_SHAPE[input.kind] : undefined}
      data-mark={kept ? words.signature.keptState : undefined}
    >
      {control}
      {input.kind === 'signedMoney' && <MinusButton value={value} onText={onText} />}
    </span>
  )
}

type MinusButtonProps = { value: string; onText: (text: string) => void }

/** For fingers only: many decimal keyboards of phones lack the minus sign. */
function MinusButton({ value, onText }: MinusButtonProps) {
  const words = useWords()
  const minus = value.startsWith('-')
  return (
    <button
      type="button"
      className="button minus"
      aria-label={words.negative}
      aria-pressed={minus}
      // Keeps the keyboard open.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onText(minus ? value.slice(1) : `-${value}`)}
    >
      ±
    </button>
  )
}
