import { normalized } from '../stream-safe.ts'

/**
 * Removes what copying adds to numbers and addresses: direction marks and zero-width characters (contacts), unusual
 * dashes and blanks (mail), full-width digits (East Asian keyboards).
 */
export const plain = (text: string): string =>
  normalized(text, 'NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
