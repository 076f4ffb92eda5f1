import type { InputHTMLAttributes } from 'react'
import { dateRange, type DateKind } from '#domain/catalogue/dates'
import type { Input, InputKind } from '#domain/catalogue/define'
import { KEYBOARDS } from '#domain/catalogue/keyboards'
import { today } from '../today.ts'

type Attributes = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'type'
  | 'inputMode'
  | 'spellCheck'
  | 'autoCapitalize'
  | 'autoCorrect'
  | 'enterKeyHint'
  | 'className'
  | 'min'
  | 'max'
>

/** Dictionaries lack names and numbers, and some spell checkers send them to a server. */
const verbatim: Attributes = { spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' }
const name: Attributes = { spellCheck: false, autoCapitalize: 'words', autoCorrect: 'off' }

const NAMES = /(^| )(name|organization|address-line1|address-level2)$/

export function inputAttributes({ kind, autocomplete }: Input): Attributes {
  // The date of signing is the last field before the submit button.
  const enterKeyHint = kind === 'date' ? 'done' : 'next'
  if (isDateKind(kind)) return { type: 'date', enterKeyHint, ...dateRange(kind, today()) }
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

export const KEPT_SHAPE: Partial<Record<InputKind, string>> = {
  ssn: '•••-••-••••',
  taxId: '••-•••••••',
  birthDate: '••/••/••••',
}
