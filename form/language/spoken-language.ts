import { DEFAULT_LANGUAGE, type Language } from '#domain/language'

let spoken: Language = DEFAULT_LANGUAGE

export const spokenLanguage = {
  get: (): Language => spoken,
  set: (language: Language): void => {
    spoken = language
    // Browsers style the whole page again, even for the same language.
    if (document.documentElement.lang !== language) document.documentElement.lang = language
  },
}
