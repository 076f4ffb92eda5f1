import { secondSignerWords } from '#domain/messages/second-signer'
import { CheckIcon } from '../icons.tsx'
import { useLanguage } from '../language/language-context.tsx'
import { DownloadCopy } from '../receipt/download-copy.tsx'

type SignedNoteProps = { token: string; company: string; reference: string; date: string }

export function SignedNote({ token, company, reference, date }: SignedNoteProps) {
  const words = secondSignerWords[useLanguage().pack.language]
  return (
    <section className="card received" aria-labelledby="signed-title">
      <title>{words.doneTitle}</title>
      <span className="overlay-mark">
        <CheckIcon />
      </span>
      <div role="status">
        <h2 id="signed-title">{words.doneTitle}</h2>
        <p>{words.done(date, company)}</p>
      </div>
      <DownloadCopy token={token} name={`${reference}.pdf`} />
    </section>
  )
}
