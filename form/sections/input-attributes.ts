import type { HTMLInputTypeAttribute, InputHTMLAttributes } from 'react'
import type { InputKind } from '#domain/catalogue/define'

type Attributes = {
  type?: HTMLInputTypeAttribute
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
  spellCheck?: boolean
  autoCapitalize?: string
}

const number: Attributes = { inputMode: 'numeric' }
const verbatim: Attributes = { spellCheck: false, autoCapitalize: 'none' }

/** What helps with typing each kind of answer: the right keyboard, and no corrections where they only harm. */
const BY_KIND: Partial<Record<InputKind, Attributes>> = {
  phone: { type: 'tel', inputMode: 'tel' },
  email: { type: 'email', inputMode: 'email', ...verbatim },
  website: { inputMode: 'url', ...verbatim },
  date: { type: 'date' },
  pastDate: { type: 'date' },
  birthDate: { type: 'date' },
  year: number,
  money: { inputMode: 'decimal' },
  creditScore: number,
  ssn: number,
  taxId: number,
  zip: number,
}

export const inputAttributes = (kind: InputKind): Attributes => BY_KIND[kind] ?? {}
