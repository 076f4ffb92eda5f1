import { LIMITS } from '../limits.ts'
import type { FormMessages, ProblemKey } from '../messages/form.ts'
import type { Input, InputKind } from './define.ts'

/** Every problem a kind's rule can return, to reserve room for their texts. */
export const FINDINGS: Record<InputKind, readonly ProblemKey[]> = {
  text: [],
  longText: [],
  phone: ['phone'],
  email: ['email'],
  website: ['website'],
  date: ['date', 'signingDate'],
  pastDate: ['date', 'pastDate'],
  birthDate: ['date', 'birthDate'],
  year: ['year'],
  money: ['money'],
  signedMoney: ['money'],
  ownership: ['ownership'],
  creditScore: ['creditScore'],
  ssn: ['ssn', 'ssnUnissued'],
  taxId: ['taxId', 'taxIdUnissued', 'ssnUnissued'],
  zip: ['zip'],
  state: ['state'],
  yesNo: [],
  choice: ['choice'],
  signature: ['signature'],
}

/** In characters. A data URL takes four characters for three bytes. */
export const maxLength = (kind: InputKind): number =>
  kind === 'signature'
    ? Math.ceil((LIMITS.signatureBytes * 4) / 3) + 64
    : kind === 'longText'
      ? LIMITS.longTextLength
      : LIMITS.textLength

export function problemText({ problems }: FormMessages, input: Input, key: ProblemKey): string {
  if (key === 'tooLong') return problems.tooLong(maxLength(input.kind))
  if (key === 'required' || key === 'keptLost') return problems[key](input.label)
  return problems[key]
}

export function problemTexts(words: FormMessages, input: Input): string[] {
  const keys: ProblemKey[] = [...FINDINGS[input.kind]]
  if (input.kind !== 'yesNo' && input.required) keys.push(input.sensitive ? 'keptLost' : 'required')
  return keys.map((key) => problemText(words, input, key))
}
