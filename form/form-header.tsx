import { useState, type ReactNode } from 'react'
import { LIMITS } from '#domain/limits'
import type { Link } from './calls/api.ts'
import { useWords } from './language/language-context.tsx'
import { LanguageSwitch } from './language/language-switch.tsx'

type FormHeaderProps = {
  company: Pick<Link['company'], 'nameOut' | 'logoUrl'> & Partial<Pick<Link['company'], 'pdfLogoUrl'>>
  children?: ReactNode
}

export function FormHeader({ company, children }: FormHeaderProps) {
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
        <p className="required-note">{words.requiredNote}</p>
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
