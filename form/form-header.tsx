import { useState, type ReactNode } from 'react'
import { LIMITS } from '#domain/limits'
import type { Link } from './calls/api.ts'
import { useWords, useLanguage } from './language/language-context.tsx'
import { LANGUAGE_NAMES, LANGUAGES, spokenHere } from '#domain/language'

type FormHeaderProps = {
  company: Pick<Link['company'], 'nameOut' | 'logoUrl'> & Partial<Pick<Link['company'], 'pdfLogoUrl'>>
  /** Before the explanation of the asterisk. */
  hint?: string
  children?: ReactNode
}

export function FormHeader({ company, hint = '', children }: FormHeaderProps) {
  const words = useWords()
  const logo = company.logoUrl || company.pdfLogoUrl
  return (
    <>
      <header className="page-header">
        <div className="page-title">
          <h1 tabIndex={-1}>{words.title}</h1>
          <p className="company">{company.nameOut}</p>
        </div>
        {logo && <Logo url={logo} name={company.nameOut} />}
        <title>{`${words.title} · ${company.nameOut}`}</title>
      </header>
      <div className="page-note">
        <p className="required-note">
          {hint} <span>{words.requiredNote}</span>
        </p>
        {children}
        <LanguageSwitch />
      </div>
    </>
  )
}

/** Reserves the logo's space while it loads and if it fails. */
function Logo({ url, name }: { url: string; name: string }) {
  const [broken, setBroken] = useState(false)
  const { width, height } = LIMITS.logoBox
  return (
    <div className="logo">
      {!broken && <img src={url} alt={name} width={width} height={height} onError={() => setBroken(true)} />}
    </div>
  )
}

function LanguageSwitch() {
  const { pack, choose } = useLanguage()
  return (
    <div className="languages" role="group" aria-label={pack.form.language}>
      {LANGUAGES.map((language) => (
        <button
          key={language}
          type="button"
          className="language"
          lang={spokenHere(language)}
          data-code={language.toUpperCase()}
          aria-pressed={language === pack.language}
          onClick={() => choose(language)}
        >
          {LANGUAGE_NAMES[language]}
        </button>
      ))}
    </div>
  )
}
