import { consentWords } from '#domain/messages/consent'
import { CONSENT_VERSION, type Signing } from '#domain/signing'
import { SIGNING } from '#domain/signing-draft'
import type { Link } from '../calls/api.ts'
import { fieldId } from '../focus-field.ts'
import { useLanguage } from '../language/language-context.tsx'

type ConsentProps = {
  company: Pick<Link['company'], 'nameOut' | 'contact'>
  isGiven: boolean
  isWrong: boolean
  onChange: (consent: Signing['consent'] | undefined) => void
}

export function Consent({ company: { nameOut, contact }, isGiven, isWrong, onChange }: ConsentProps) {
  const { language, form } = useLanguage().pack
  const words = consentWords[language]
  const give = () => onChange({ version: CONSENT_VERSION, language, at: new Date().toISOString() })
  const note = `note-${SIGNING}`
  return (
    <section className="authorization consent" aria-labelledby="consent-title">
      <h3 id="consent-title">{words.title}</h3>
      {words.text(nameOut, contact).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <label className="checkbox">
        <input
          type="checkbox"
          id={fieldId(SIGNING)}
          name={SIGNING}
          checked={isGiven}
          aria-invalid={isWrong}
          aria-describedby={note}
          onChange={({ target }) => (target.checked ? give() : onChange(undefined))}
        />
        <span>{words.agree}</span>
      </label>
      <div className="note problem" id={note}>
        {isWrong && form.problems.consent}
      </div>
    </section>
  )
}
