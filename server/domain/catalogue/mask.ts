import type { InputKind } from './define.ts'
import { digits } from './digits.ts'
import { groupedMoney } from './money.ts'
import { plain } from './plain.ts'

/** Kinds that get their separators while they are typed, each digit's place by a '#'. */
const TEMPLATES: Partial<Record<InputKind, string>> = {
  phone: '(###) ###-####',
  ssn: '###-##-####',
  taxId: '##-#######',
  zip: '#####-####',
}

/** Digits and what people put between them. Anything else (+44, an extension) is not the mask's to touch. */
const DIGITS_ONLY = /^[\d\s()./\p{Pd}\p{Cf}\u2212]*$/u

const AFTER_THIRD_DIGIT = /^(?:\D*\d){3}\D/

export const isMasked = (kind: InputKind): boolean => TEMPLATES[kind] !== undefined

/** Is there nothing in this text but digits and separators? */
export const fitsMask = (text: string): boolean => DIGITS_ONLY.test(text)

/**
 * The text with the separators of its kind: '212555' → '(212) 555'. Every digit stays, in order, and a text that does
 * not fit stays as it was typed, so that it can be judged by its rule instead of being cut.
 */
export function masked(kind: InputKind, text: string): string {
  const found = digits(text)
  const template = templateFor(kind, text, found)
  if (template === undefined || found === '' || !fitsMask(text)) return text
  const room = template.split('#').length - 1
  const body = filled(template, found.slice(0, room))
  // One digit too many: no number of this kind, so the mask takes its separators back.
  if (found.length > room) return text === body + found.slice(room) ? found : text
  const tail = /\D*$/.exec(text)?.[0] ?? ''
  if (tail === '') return body
  // A separator that was typed by hand is the mask's own where one belongs.
  const next = filled(template, `${found}0`).slice(body.length, -1)
  return body + (found.length < room && next !== '' ? next : tail)
}

/** The text as it reads best once its field is left: masked, amounts grouped, nothing invisible around it. */
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
  // No American number begins with 0; 1 is the country's code.
  if (kind === 'phone' && found.startsWith('0')) return undefined
  if (kind === 'phone' && found.startsWith('1')) return `# ${template ?? ''}`
  // Who is taxed under their own name gives the SSN, and writes it like one.
  if (kind === 'taxId' && AFTER_THIRD_DIGIT.test(text)) return TEMPLATES.ssn
  return template
}

/** A separator comes only with the digit after it, so that deleting a digit never meets one. */
function filled(template: string, found: string): string {
  let used = 0
  let text = ''
  for (const place of template) {
    if (used === found.length) break
    text += place === '#' ? (found[used++] ?? '') : place
  }
  return text
}
