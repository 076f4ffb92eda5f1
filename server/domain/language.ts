/** The languages that applicants are spoken to in; English where nothing says otherwise. */
export const LANGUAGES = ['en', 'es', 'ru'] as const

export type Language = (typeof LANGUAGES)[number]

/** Each language under its own name, so that it is found by those who speak it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  es: 'Español',
  ru: 'Русский',
}

export const DEFAULT_LANGUAGE: Language = 'en'

/** 'es-MX' → 'es'; null for a language that Intake does not speak (BCP 47: the primary subtag decides). */
export function parseLanguage(tag: string | null | undefined): Language | null {
  const primary = tag?.trim().toLowerCase().split('-')[0]
  return LANGUAGES.find((language) => language === primary) ?? null
}

/** The first of these tags that Intake speaks, in the order of preference they come in. */
export function preferredLanguage(tags: readonly string[]): Language {
  for (const tag of tags) {
    const language = parseLanguage(tag)
    if (language !== null) return language
  }
  return DEFAULT_LANGUAGE
}

/** The tag of a language as it is spoken in the United States: 'es' → 'es-US'. */
export const spokenHere = (language: Language): string => `${language}-US`
