import { consentWords } from '#domain/messages/consent'
import { CONSENT_VERSION, type Signing } from '#domain/signing'
import { useLanguage } from '../language/language-context.tsx'

type ConsentProps = {
  id: string
  company: { nameOut: string; contact: string }
  onGiven: (consent: Signing['consent']) => void
}

/** Comes before the sheet to sign on. */
export function Consent({ id, company: { nameOut, contact }, onGiven }: ConsentProps) {
  const { language } = useLanguage().pack
  const words = consentWords[language]
  const give = () => onGiven({ version: CONSENT_VERSION, language, at: new Date().toISOString() })
  return (
    <section className="authorization" aria-labelledby="consent-title">
      <h3 id="consent-title">{words.title}</h3>
      {words.text(nameOut, contact).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <label className="checkbox">
        <input type="checkbox" id={id} checked={false} onChange={give} />
        <span>{words.agree}</span>
      </label>
    </section>
  )
}
