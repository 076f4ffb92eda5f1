import { useId, useRef, useState } from 'react'
import { consentWords } from '#domain/messages/consent'
import { CONSENT_VERSION, type Signing } from '#domain/signing'
import type { Link } from '../calls/api.ts'
import { useLanguage } from '../language/language-context.tsx'
import { useModal } from '../use-modal.ts'

type ConsentDialogProps = {
  company: Pick<Link['company'], 'nameOut' | 'contact'>
  /** null: not given */
  onAnswer: (consent: Signing['consent'] | null) => void
}

export function ConsentDialog({ company: { nameOut, contact }, onAnswer }: ConsentDialogProps) {
  const { language } = useLanguage().pack
  const words = consentWords[language]
  const [agreed, setAgreed] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const id = useId()
  // Focusing the checkbox would scroll past the text.
  const { dialog, close } = useModal(
    () => onAnswer(null),
    () => title.current?.focus(),
  )
  const give = () => {
    dialog.ref.current?.close()
    onAnswer({ version: CONSENT_VERSION, language, at: new Date().toISOString() })
  }
  return (
    <dialog {...dialog} className="ask consent" aria-labelledby={id}>
      <h2 id={id} ref={title} tabIndex={-1}>
        {words.title}
      </h2>
      {words.text(nameOut, contact).map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <label className="checkbox">
        <input type="checkbox" checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />
        <span>{words.agree}</span>
      </label>
      <div className="ask-answers">
        <button type="button" className="button" onClick={close}>
          {words.cancel}
        </button>
        <button type="button" className="button primary" disabled={!agreed} onClick={give}>
          {words.go}
        </button>
      </div>
    </dialog>
  )
}
