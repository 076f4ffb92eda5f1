import { LANGUAGE_NAMES, LANGUAGES } from '#domain/language'
import { useLanguage } from './language-context.tsx'

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
          {LANGUAGE_NAMES[language]}
        </button>
      ))}
    </div>
  )
}
