import type { InputKind } from './define.ts'
import { digits } from './digits.ts'
import { groupedMoney } from './money.ts'
import { plain } from './plain.ts'

/** Separators inserted while typing; '#' is a digit. */
const TEMPLATES: Partial<Record<InputKind, string>> = {
  phone: '(###) ###-####',
  ssn: '###-##-####',
  taxId: '##-#######',
  zip: '#####-####',
}

/** Digits and usual separators. Other text (+44, an extension) is left alone. */
const DIGITS_ONLY = /^[\d\s()./\p{Pd}\p{Cf}\u2212]*$/u

const AFTER_THIRD_DIGIT = /^(?:\D*\d){3}\D/

export const isMasked = (kind: InputKind): boolean => TEMPLATES[kind] !== undefined

export const fitsMask = (text: string): boolean => DIGITS_ONLY.test(text)

/** Formats '212555' as '(212) 555'. Text that doesn't fit is returned as typed, so that its rule can reject it. */
export function masked(kind: InputKind, text: string): string {
  const found = digits(text)
  const template = templateFor(kind, text, found)
  if (template === undefined || found === '' || !fitsMask(text)) return text
  const room = template.split('#').length - 1
  const body = filled(template, found.slice(0, room))
  if (found.length > room) return text === body + found.slice(room) ? found : text
  const tail = /\D*$/.exec(text)?.[0] ?? ''
  if (tail === '') return body
  const next = filled(template, `${found}0`).slice(body.length, -1)
  return body + (found.length < room && next !== '' ? next : tail)
}

export function tidied(kind: InputKind, text: string): string {
  switch (kind) {
    case 'phone':
    case 'ssn':
    case 'taxId':
    case 'zip':
      return masked(kind, plain(text)).trim()
    case 'money':
    case 'signedMoney':
      return groupedMoney(text.trim())
    case 'ownership':
      return text
        .trim()
        .replace(/^(\d{1,3}(?:\.\d+)?)$/, '$1%')
        .replace(/(\d)\s+%/g, '$1%')
    case 'signature':
      return text
    default:
      return text.trim()
  }
}

function templateFor(kind: InputKind, text: string, found: string): string | undefined {
  const template = TEMPLATES[kind]
  // No American number begins with 0; 1 is the country code.
  if (kind === 'phone' && found.startsWith('0')) return undefined
  if (kind === 'phone' && found.startsWith('1')) return `# ${template ?? ''}`
  // A sole proprietor may enter an SSN, in its notation.
  if (kind === 'taxId' && AFTER_THIRD_DIGIT.test(text)) return TEMPLATES.ssn
  return template
}

/** A separator appears only with the digit after it, so that deleting a digit never meets one. */
function filled(template: string, found: string): string {
  let used = 0
  let text = ''
  for (const place of template) {
    if (used === found.length) break
    text += place === '#' ? (found[used++] ?? '') : place
  }
  return text
}
