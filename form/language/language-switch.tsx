import { LANGUAGES, type Language } from '#domain/language'
import { useLanguage } from './language-context.tsx'

/** Each language under its own name, so that it is found by those who speak it. */
const NAMES: Record<Language, string> = { en: 'English', es: 'Español', ru: 'Русский' }

/** The languages as buttons; the pressed one is spoken. */
export function LanguageSwitch() {
  const { pack, choose } = useLanguage()
  return (
    <div className="languages" role="group" aria-label={pack.form.language}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          className="language"
          lang={language}
          aria-pressed={language === pack.language}
          onClick={() => choose(language)}
        >
          {NAMES[language]}
        </button>
      ))}
    </div>
  )
}
