import { languageOf, preferredLanguage, type Language } from '#domain/language'
import { attemptStorage } from '../browser-storage.ts'

/** `chosen`: by the applicant, not by the browser; the success overlay goes by that (decisions section 6). */
type LanguageChoice = { language: Language; chosen: boolean }

const KEY = 'form_language'

/** `?lang=` counts first, then what was chosen on an earlier visit, then what the browser prefers. */
export function languageChoice(
  search: string = window.location.search,
  preferred: readonly string[] = navigator.languages,
): LanguageChoice {
  const chosen =
    languageOf(new URLSearchParams(search).get('lang')) ??
    languageOf(attemptStorage((storage) => storage.getItem(KEY)))
  return { language: chosen ?? preferredLanguage(preferred), chosen: chosen !== null }
}

/** Remembers a choice for the next visit, and for a reload in the address where one stands there. */
export function keepChoice(language: Language): void {
  const kept = attemptStorage((storage) => {
    storage.setItem(KEY, language)
    return true
  })
  const address = new URL(window.location.href)
  if (kept && !address.searchParams.has('lang')) return
  address.searchParams.set('lang', language)
  window.history.replaceState(window.history.state, '', address)
}
