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

export const preferredLanguage = (tags: readonly string[]): Language =>
  tags.map(parseLanguage).find((language) => language !== null) ?? DEFAULT_LANGUAGE

export const spokenHere = (language: Language): string => `${language}-US`
