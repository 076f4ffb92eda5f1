/**
 * Searched texts may be applicants' names. Addresses hold a random key for each, so that neither the history nor a copied
 * link reveals them; the texts stay in this tab's memory until the user signs out.
 */
const texts = new Map<string, string>()

/** @returns '' for a text of spaces alone */
export function keepSearchText(text: string): string {
  if (text.trim() === '') return ''
  for (const [key, known] of texts) if (known === text) return key
  // A key of before a reload must not match another text.
  const key = Math.random().toString(36).slice(2)
  texts.set(key, text)
  return key
}

export const findSearchText = (key: unknown): string => (typeof key === 'string' && texts.get(key)) || ''

export const forgetSearchTexts = (): void => texts.clear()
