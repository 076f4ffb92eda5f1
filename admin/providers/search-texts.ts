/**
 * Searched texts may be applicants' names. The address holds a key for each, so that no history and no copied link
 * holds a text; the texts stay in this tab's memory until the user signs out.
 */
const texts = new Map<string, string>()

export function keepSearchText(text: string): string {
  for (const [key, known] of texts) if (known === text) return key
  // Random, so that a key from before a reload never means another text.
  const key = Math.random().toString(36).slice(2)
  texts.set(key, text)
  return key
}

export const findSearchText = (key: unknown): string => (typeof key === 'string' && texts.get(key)) || ''

export const forgetSearchTexts = (): void => texts.clear()
