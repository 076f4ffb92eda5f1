import type { InputHTMLAttributes } from 'react'
import { dateRange, type DateKind } from '#domain/catalogue/dates'
import type { Input, InputKind } from '#domain/catalogue/define'
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

/** Names and numbers are no words of a dictionary, and no service that checks spelling is to read them. */
const verbatim: Attributes = { spellCheck: false, autoCapitalize: 'none', autoCorrect: 'off' }
const name: Attributes = { spellCheck: false, autoCapitalize: 'words', autoCorrect: 'off' }
const number: Attributes = { inputMode: 'numeric', ...verbatim }

/** What helps with typing each kind of answer: the right keyboard, and no corrections where they only harm. */
const BY_KIND: Partial<Record<InputKind, Attributes>> = {
  phone: { type: 'tel', inputMode: 'tel', ...verbatim },
  email: { type: 'email', inputMode: 'email', ...verbatim },
  website: { inputMode: 'url', ...verbatim },
  year: number,
  money: { inputMode: 'decimal', ...verbatim },
  // A decimal pad has no minus on every phone.
  signedMoney: verbatim,
  creditScore: number,
  ssn: { className: 'secret', ...number },
  taxId: number,
  zip: number,
}

const NAMES = /(^| )(name|organization|address-line1|address-level2)$/

export function inputAttributes({ kind, autocomplete }: Input): Attributes {
  // The day of signing is the last thing to be typed before the application is sent.
  const enterKeyHint = kind === 'date' ? 'done' : 'next'
  if (isDateKind(kind)) return { type: 'date', enterKeyHint, ...dateRange(kind, today()) }
  return { type: 'text', enterKeyHint, ...(NAMES.test(autocomplete) ? name : BY_KIND[kind]) }
}

const isDateKind = (kind: InputKind): kind is DateKind =>
  kind === 'date' || kind === 'pastDate' || kind === 'birthDate'

/** What stands in an empty field whose answer is kept on the server: its shape. A calendar field shows its own. */
export const KEPT_SHAPE: Partial<Record<InputKind, string>> = { ssn: '•••-••-••••', taxId: '••-•••••••' }
