import type { InputKind } from './define.ts'

/** A value of HTML's `inputmode`; null where nothing is typed, or where browsers have a control of their own. */
type Keyboard = 'text' | 'tel' | 'email' | 'url' | 'numeric' | 'decimal' | null

export const KEYBOARDS: Record<InputKind, Keyboard> = {
  text: 'text',
  longText: 'text',
  phone: 'tel',
  email: 'email',
  website: 'url',
  date: null,
  birthDate: null,
  pastDate: null,
  year: 'numeric',
  money: 'decimal',
  signedMoney: 'decimal',
  ownership: 'text',
  creditScore: 'numeric',
  ssn: 'numeric',
  taxId: 'numeric',
  zip: 'numeric',
  state: null,
  yesNo: null,
  choice: null,
  signature: null,
}
