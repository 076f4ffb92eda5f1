import { DEFAULT_LANGUAGE, type Language } from '#domain/language'

let spoken: Language = DEFAULT_LANGUAGE

export const spokenLanguage = {
  get: (): Language => spoken,
  set: (language: Language): void => {
    spoken = language
    document.documentElement.lang = language
  },
}
