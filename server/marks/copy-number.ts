import type { KeyRing } from '../platform/crypto/keys.ts'

/** Douglas Crockford's base32: without I, L, O and U. */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const BODY = 12
const CHECK = 8
const GROUP = `[${DIGITS}]{4}`
const PRINTED = new RegExp(`(?<![0-9A-Z-])${GROUP}(?:-${GROUP}){4}(?![0-9A-Z-])`, 'g')

/** The last 8 digits (40 bits) are computed with a secret key, so nobody else can make up a valid number. */
export function makeCopyNumber(keys: KeyRing, packageId: string): string {
  const body = toDigits(macOf(keys, 'copy-number', packageId), BODY)
  return inGroups(body + checkOf(keys, body))
}

/** What people type: in small letters, with or without spaces and hyphens, O for 0, I or L for 1. @returns null if it is no number */
export function readCopyNumber(text: string): string | null {
  const digits = text
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  const isNumber = digits.length === BODY + CHECK && [...digits].every((digit) => DIGITS.includes(digit))
  return isNumber ? inGroups(digits) : null
}

/** Those that stand in a text, as they are printed. */
export const findCopyNumbers = (text: string): string[] => [...new Set(text.match(PRINTED) ?? [])]

/** @param copyNumber as `readCopyNumber` returns it */
export function isOwnCopyNumber(keys: KeyRing, copyNumber: string): boolean {
  const digits = copyNumber.replaceAll('-', '')
  return digits.slice(BODY) === checkOf(keys, digits.slice(0, BODY))
}

const checkOf = (keys: KeyRing, body: string): string => toDigits(macOf(keys, 'copy-check', body), CHECK)

// A key of its own would keep servers of the release before from reading the others.
const macOf = (keys: KeyRing, label: string, text: string) => keys.mac('submission-values', label, text)

const toDigits = (bytes: Buffer, length: number): string => {
  const bits = BigInt(`0x${bytes.subarray(0, 16).toString('hex')}`)
  return Array.from({ length }, (_, index) => DIGITS[Number((bits >> BigInt(123 - 5 * index)) & 31n)]).join(
    '',
  )
}

const inGroups = (digits: string): string => digits.replace(/.{4}(?=.)/g, '$&-')
