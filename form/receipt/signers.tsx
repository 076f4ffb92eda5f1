import type { ReactNode } from 'react'
import type { ApplicationState } from '../calls/application-api.ts'
import { dayOf, useReceiptWords } from './receipt-words.ts'

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
