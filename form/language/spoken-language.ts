import { DEFAULT_LANGUAGE, type Language } from '#domain/language'

let spoken: Language = DEFAULT_LANGUAGE

/** The language of the moment, for the document itself and for calls, which say it in a header. */
export const spokenLanguage = {
  get: (): Language => spoken,
  set: (language: Language): void => {
    spoken = language
    document.documentElement.lang = language
  },
}
