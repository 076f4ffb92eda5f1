import { useEffect, useState } from 'react'
import { secondSignerWords } from '#domain/messages/second-signer'
import { formattedView } from '#domain/catalogue/formatted-view'
import type { Values } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import type { LanguagePack } from '#domain/messages/language-pack'
import { ApiError } from '../calls/api-error.ts'
import { FormHeader } from '../form-header.tsx'
import { useLanguage } from '../language/language-context.tsx'
import { LoadError } from '../load-error.tsx'
import { pageToken } from '../page-token.ts'
import { today } from '../today.ts'
import { call } from '../calls/call.ts'
import { CheckIcon } from '../icons.tsx'
import { DownloadCopy } from '../receipt/download-copy.tsx'
import { fieldNames, sendSignature } from './send-signature.ts'
import { requiredInputs, SigningForm } from './signing-form.tsx'

/** /sign#<token>: a later signer reads the application and signs it. */
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
  const { company, values, signedAt, signer } = shown
  const { authorizationText, disclaimer } = shown
  const signedCompany = { ...company, authorizationText, disclaimer }
  const applicant = values.signer1Name || values.legalName || values.dbaName || ''
  return (
    <main className={signedAt === null ? 'page' : 'page is-received'}>
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
            <p>
              {words[signer === 1 ? 'askedFirst' : 'asked'](
                applicant,
                company.nameOut,
                today(new Date(shown.receivedAt)),
              )}
            </p>
            <p className="note">{words.masked}</p>
          </section>
          <section className="card" aria-labelledby="shown-title">
            <h2 id="shown-title">{words.answers}</h2>
            <ShownAnswers values={values} pack={pack} />
          </section>
          <SigningForm
            inputs={requiredInputs(fieldNames(signer), pack.catalogue)}
            initial={{ [`signer${signer}Name`]: shown.name, [`signer${signer}Date`]: today() }}
            signer={signer}
            {...{ token, company: signedCompany, words }}
            send={async (given, signed) => {
              if (!signed) return
              const sent = { token, signer, shown: values, values: given, ...signed, company: signedCompany }
              setShown({ ...shown, signedAt: await sendSignature(sent) })
            }}
          />
        </div>
      )}
    </main>
  )
}

/** @param values masked */
function ShownAnswers({ values, pack: { catalogue, language } }: { values: Values; pack: LanguagePack }) {
  const words = secondSignerWords[language]
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  return formattedView(given, 'masked').map(({ key, title, groups }) => (
    <section key={key} className="shown-answers">
      <h3>{key === 'businessInfo' ? words.business : (catalogue?.sections[key] ?? title)}</h3>
      {groups.map((group) => (
        <div key={group.key}>
          {group.title && <h4>{(catalogue && getOwn(catalogue.groups, group.key)) ?? group.title}</h4>}
          <dl>
            {group.rows.map(({ name, label, value, signature }) => (
              <div key={name}>
                <dt>{(catalogue && getOwn(catalogue.inputs, name)?.label) ?? label}</dt>
                <dd>
                  {signature ? words.signed : ((catalogue && getOwn(catalogue.choices, value)) ?? value)}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  ))
}

const viewForSignature = (token: string) => call('POST', ['application', 'viewForSignature'], { token })

type Shown = Awaited<ReturnType<typeof viewForSignature>>

type SignedNoteProps = { token: string; company: string; reference: string; date: string }

function SignedNote({ token, company, reference, date }: SignedNoteProps) {
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
