import { parseLanguage, preferredLanguage, type Language } from '#domain/language'
import { browserStorage } from '../browser-storage.ts'

/** `chosen`: by the applicant rather than the browser; decides the success overlay's language. */
type LanguageChoice = { language: Language; chosen: boolean }

export const LANGUAGE_KEY = 'form_language'

export function languageChoice(
  search: string = window.location.search,
  preferred: readonly string[] = navigator.languages,
): LanguageChoice {
  const chosen =
    parseLanguage(new URLSearchParams(search).get('lang')) ?? parseLanguage(browserStorage.get(LANGUAGE_KEY))
  return { language: chosen ?? preferredLanguage(preferred), chosen: chosen !== null }
}

export function keepChoice(language: Language): void {
  browserStorage.set(LANGUAGE_KEY, language)
  const address = new URL(window.location.href)
  if (browserStorage.lasts() && !address.searchParams.has('lang')) return
  address.searchParams.set('lang', language)
  window.history.replaceState(window.history.state, '', address)
}
