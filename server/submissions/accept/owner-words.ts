import { digits } from '#domain/catalogue/digits'
import type { Values } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import { normalized } from '#domain/stream-safe'
import type { KeyRing } from '../../platform/crypto/keys.ts'

const NAMES = ['partner1Name', 'partner2Name', 'city']
const PHONES = ['businessPhone', 'cellPhone', 'partner1Phone', 'partner2Phone']

const MOST_SEARCHED = 3

/** @returns PostgreSQL's text of an array of numbers; equal words have equal ones only within a company */
export function ownerHashes(keys: KeyRing, companyId: string, values: Values): string {
  const texts = (names: string[]) => names.map((name) => getOwn(values, name) ?? '')
  const words = new Set([
    ...texts(NAMES).flatMap(toWords),
    ...texts(['email']).flatMap((email) => (email.trim() === '' ? [] : [fold(email.trim())])),
    ...texts(PHONES).flatMap((phone) => toPhone(phone) ?? []),
  ])
  return `{${[...words].map((word) => keys.ownerIndex(companyId, word)).join(',')}}`
}

/** Every one of them must match: an address or a phone as a whole, else the words of a name. */
export function toSearchedWords(q: string): string[] {
  const phone = /^[\d\s().+/-]+$/.test(q) ? toPhone(q) : null
  if (phone !== null) return [phone]
  if (q.includes('@')) return [fold(q)]
  return toWords(q)
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_SEARCHED)
}

const fold = (text: string): string => normalized(text, 'NFKC').toLowerCase()

const toWords = (text: string): string[] => fold(text).match(/[\p{L}\p{M}\p{N}'’-]{2,}/gu) ?? []

/** Ten digits, without the country code of the US. */
function toPhone(text: string): string | null {
  const number = digits(text.replace(/(?:ext|x|доб|#).*$/i, '')).replace(/^1(?=\d{10}$)/, '')
  return number.length === 10 ? number : null
}
