/**
 * A number or an address without what copying adds to it: direction marks and zero-width characters (contacts),
 * dashes and blanks of every width (mail, smart punctuation), full-width digits (East Asian keyboards).
 */
export const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\s+/g, ' ')
    .trim()
