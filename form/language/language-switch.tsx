import { LANGUAGE_NAMES, LANGUAGES, spokenHere } from '#domain/language'
import { useLanguage } from './language-context.tsx'

export function LanguageSwitch() {
  const { pack, choose } = useLanguage()
  return (
    <div className="languages" role="group" aria-label={pack.form.language}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          className="language"
          lang={spokenHere(language)}
          aria-pressed={language === pack.language}
          onClick={() => choose(language)}
        >
          {LANGUAGE_NAMES[language]}
        </button>
      ))}
    </div>
  )
}
