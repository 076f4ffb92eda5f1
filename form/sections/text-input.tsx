import {
  type ChangeEvent,
  type CompositionEvent,
  type FocusEvent,
  type InputHTMLAttributes,
  useSyncExternalStore,
} from 'react'
import type { Input, InputKind } from '#domain/catalogue/define'
import { tidied } from '#domain/catalogue/mask'
import { useWords } from '../language/language-context.tsx'
import { typedText } from '../masks/typing.ts'
import { dateRange, type DateKind } from '#domain/catalogue/dates'
import { KEYBOARDS } from '#domain/catalogue/keyboards'
import { today } from '../today.ts'

type Attributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'inputMode' | 'spellCheck' | 'autoCapitalize' | 'autoCorrect' | 'enterKeyHint' | 'className'
>

/** Dictionaries lack names and numbers, and some spell checkers send them to a server. */
const verbatim: Attributes = { spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' }
const name: Attributes = { spellCheck: false, autoCapitalize: 'words', autoCorrect: 'off' }

const NAMES = /(^| )(name|organization|address-line1|address-level2)$/

function inputAttributes({ kind, autocomplete }: Input): Attributes {
  // The date of signing is the last field before the submit button.
  const enterKeyHint = kind === 'date' ? 'done' : 'next'
  if (isDateKind(kind)) return { type: 'date', enterKeyHint }
  const keyboard = KEYBOARDS[kind] ?? 'text'
  if (NAMES.test(autocomplete)) return { type: 'text', enterKeyHint, ...name }
  if (keyboard === 'text') return { type: 'text', enterKeyHint }
  return {
    type: keyboard === 'tel' || keyboard === 'email' ? keyboard : 'text',
    inputMode: keyboard,
    enterKeyHint,
    className: kind === 'ssn' ? 'secret' : undefined,
    ...verbatim,
  }
}

const isDateKind = (kind: InputKind): kind is DateKind =>
  kind === 'date' || kind === 'pastDate' || kind === 'birthDate'

const KEPT_SHAPE: Partial<Record<InputKind, string>> = {
  ssn: '•••-••-••••',
  taxId: '••-•••••••',
  birthDate: '••/••/••••',
}

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
  const all = {
    ...attributes,
    ...inputAttributes(input),
    value,
    placeholder: (kept && KEPT_SHAPE[input.kind]) || input.placeholder,
    onChange: type,
    onCompositionEnd: type,
    onBlur: leave,
  }
  const control = isDateKind(input.kind) ? <DateInput kind={input.kind} {...all} /> : <input {...all} />
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

const onNothing = () => () => {}

/** What the server draws is kept for days, so it has no dates. */
function DateInput({ kind, ...all }: InputHTMLAttributes<HTMLInputElement> & { kind: DateKind }) {
  const now = useSyncExternalStore(onNothing, today, () => null)
  return <input {...all} {...(now && dateRange(kind, now))} />
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
