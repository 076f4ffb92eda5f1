export const LANGUAGES = ['en', 'es', 'ru'] as const

export type Language = (typeof LANGUAGES)[number]

export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  ru: 'Русский',
}

export const DEFAULT_LANGUAGE: Language = 'en'

/** 'es-MX' → 'es': the primary subtag decides (BCP 47). */
export function parseLanguage(tag: string | null | undefined): Language | null {
  const primary = tag?.trim().toLowerCase().split('-')[0]
  return LANGUAGES.find((language) => language === primary) ?? null
}

export function preferredLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = parseLanguage(tag)
    if (language !== null) return language
  }
  return DEFAULT_LANGUAGE
}

export const spokenHere = (language: Language): string => `${language}-US`
