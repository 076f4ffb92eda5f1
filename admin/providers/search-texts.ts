/**
 * Texts that lists are searched for, which may be applicants' names. In the address a key stands for each, so that a
 * text is in no history and no copied link; the texts live in this tab's memory until somebody signs out.
 */
const texts = new Map<string, string>()

/** What stands for a text in the address. */
export function keepSearchText(text: string): string {
  for (const [key, known] of texts) if (known === text) return key
  // Random, so that a key from before a reload never means another text.
  const key = Math.random().toString(36).slice(2)
  texts.set(key, text)
  return key
}

/** The text of a key; '' for a key that is not known in this tab. */
export const findSearchText = (key: unknown): string => (typeof key === 'string' && texts.get(key)) || ''

export const forgetSearchTexts = (): void => texts.clear()
