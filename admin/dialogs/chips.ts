const SEPARATORS = /[,;\s]+/

/** Does typed text hold the end of an entry? */
export const endsEntry = (text: string): boolean => SEPARATORS.test(text)

/** The entries of a chips-input's value, or of what was typed or pasted into it. */
export const splitEntries = (value: unknown): string[] =>
  typeof value === 'string' ? value.split(SEPARATORS).filter((entry) => entry !== '') : []
