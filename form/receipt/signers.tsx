import { type ReactNode, useState } from 'react'
import { linkWords } from '#domain/messages/link-dialog'
import type { ApplicationState } from '../calls/application-api.ts'
import { call } from '../calls/call.ts'
import { useLanguage } from '../language/language-context.tsx'
import { linkDialogPart } from '../shared-parts.ts'
import { dayOf, useReceiptWords } from './receipt-words.ts'

type Part = Awaited<ReturnType<typeof linkDialogPart>>

export function InviteSigner({ token }: { token: string }) {
  const { dialog, invite } = linkWords[useLanguage().pack.language]
  const words = { ...dialog, ...invite }
  const [part, setPart] = useState<Part | null>(null)
  const [failed, setFailed] = useState(false)
  const make = (email?: string) => call('POST', ['application', 'inviteSigner'], { token, email })
  const open = () => {
    setFailed(false)
    linkDialogPart().then(setPart, () => setFailed(true))
  }
  return (
    <>
      <button type="button" className="button invite-signer" onClick={open}>
        {words.open}
      </button>
      <p className="note problem" role="status">
        {failed && words.failed}
      </p>
      {part && <part.LinkDialog words={words} make={make} onClose={() => setPart(null)} />}
    </>
  )
}

type SignersProps = Pick<ApplicationState, 'signers'> & { children?: ReactNode }

export function Signers({ signers, children }: SignersProps) {
  const text = useReceiptWords()
  return (
    <section className="card" aria-labelledby="signatures-title">
      <h2 id="signatures-title">{text.signatures}</h2>
      <dl className="signers">
        {signers.map(({ signer, name, state, at }) => (
          <div key={signer}>
            <dt>{name || text.signer(signer)}</dt>
            <dd className={state}>{state === 'signed' ? text.signedOn(dayOf(at ?? '')) : text[state]}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  )
}
