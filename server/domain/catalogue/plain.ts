import { normalized } from '../stream-safe.ts'

/** Removes what copying adds: direction marks, zero-width characters, unusual dashes and blanks, full-width digits. */
export const plain = (text: string): string =>
  normalized(text, 'NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
