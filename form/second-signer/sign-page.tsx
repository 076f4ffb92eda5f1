import { useEffect, useState } from 'react'
import { secondSignerWords } from '#domain/messages/second-signer'
import { ApiError } from '../calls/api-error.ts'
import { FormHeader } from '../form-header.tsx'
import { useLanguage } from '../language/language-context.tsx'
import { LoadError } from '../load-error.tsx'
import { pageToken } from '../page-token.ts'
import { today } from '../today.ts'
import { ShownAnswers } from './shown-answers.tsx'
import { viewForSignature, type Shown } from './signature-view.ts'
import { SignedNote } from './signed-note.tsx'
import { FIELD_NAMES, sendSignature } from './send-signature.ts'
import { requiredInputs, SigningForm } from './signing-form.tsx'

/** /sign#<token>: the second signer reads the application and signs it. */
export function SignPage() {
  const { pack } = useLanguage()
  const [token] = useState(() => pageToken() ?? '')
  const [shown, setShown] = useState<Shown | ApiError | null>(null)
  useEffect(() => {
    viewForSignature(token).then(setShown, (cause: unknown) =>
      setShown(cause instanceof ApiError ? cause : new ApiError('', 'network', {}, cause)),
    )
  }, [token])
  const words = secondSignerWords[pack.language]

  if (shown === null)
    return (
      <main>
        <p className="loading" role="status">
          {pack.form.loading}
        </p>
      </main>
    )
  if (shown instanceof ApiError) {
    const isOver = shown.code === 'link_ended' || shown.code === 'invalid_input'
    return <LoadError error={isOver ? words.ended : pack.form.errors.load} {...(isOver && { again: null })} />
  }
  const { company, values, signedAt } = shown
  const { authorizationText, disclaimer } = shown
  const signedCompany = { ...company, authorizationText, disclaimer }
  const applicant = values.signer1Name || values.legalName || values.dbaName || ''
  return (
    <main className="page">
      <FormHeader company={company} />
      {signedAt !== null ? (
        <SignedNote
          {...{ token, reference: shown.reference, company: company.nameOut }}
          date={today(new Date(signedAt))}
        />
      ) : (
        <div className="sections">
          <section className="card">
            <h2>{words.title}</h2>
            <p>{words.asked(applicant, company.nameOut, today(new Date(shown.receivedAt)))}</p>
            <p className="note">{words.masked}</p>
          </section>
          <section className="card" aria-labelledby="shown-title">
            <h2 id="shown-title">{words.answers}</h2>
            <ShownAnswers values={values} pack={pack} />
          </section>
          <SigningForm
            inputs={requiredInputs(FIELD_NAMES, pack.catalogue)}
            initial={{ signer2Name: shown.name, signer2Date: today() }}
            signer={2}
            {...{ company: signedCompany, words }}
            send={async (given, signed) => {
              if (!signed) return
              const sent = { token, shown: values, values: given, ...signed, company: signedCompany }
              setShown({ ...shown, signedAt: await sendSignature(sent) })
            }}
          />
        </div>
      )}
    </main>
  )
}
