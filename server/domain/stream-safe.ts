/** Marks, and the two half-width katakana sound marks, which become marks under NFKC. */
const NON_STARTER = '[\\p{M}\\uff9e\\uff9f]'
const MAX_NON_STARTERS = 30
const LONG_RUN = new RegExp(`(${NON_STARTER}{${MAX_NON_STARTERS}})${NON_STARTER}+`, 'gu')

/** At most 30 combining marks in a row, the limit of Unicode's stream-safe text format (UAX #15, section 13). */
export const streamSafe = (text: string): string => text.replace(LONG_RUN, '$1')

/** `String.normalize` in linear time: it sorts marks by insertion, so 60,000 of them would take more than a second. */
export const normalized = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  streamSafe(text).normalize(form)
