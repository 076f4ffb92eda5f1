import { useCallback, useMemo, type ReactNode } from 'react'
import { authorizationFor } from '#domain/authorization-text'
import { isShown } from '#domain/catalogue/values'
import type { VisibleGroup } from '#domain/catalogue/visible-form'
import { getOwn } from '#domain/get-own'
import type { Language } from '#domain/language'
import type { SigningAct } from '#domain/signing'
import type { Link } from '../calls/api.ts'
import { useApplication, useApplicationState } from '../application/application-context.tsx'
import { useLanguage, useWords } from '../language/language-context.tsx'
import { problemWords } from '../problem-words.ts'
import { useSigning } from '../signature/use-signing.ts'
import { SignaturePad } from '../signature/signature-pad.tsx'
import { today } from '../today.ts'
import { FieldGrid } from './field-grid.tsx'
import { hasGroup, SecondPerson } from './second-person.tsx'
import { useReasons } from './use-reasons.ts'

type SignaturesProps = { groups: readonly VisibleGroup[]; company: Link['company'] }

export function Signatures({ groups, company }: SignaturesProps) {
  const { bindingText } = useWords()
  const { language } = useLanguage().pack
  const reason = useReasons().signature
  const secondSigner = useApplicationState((state) => state.secondSigner)
  // Above both signers, so that their fields stand side by side.
  const ways = groups.flatMap(({ inputs }) => inputs).filter(({ kind }) => kind === 'yesNo')
  const askedBefore = useApplicationState(({ form }) => hasGroup(form, 'partner2'))
  const translation = language === 'en' ? '' : company.applicantSettings.translations[language]
  return (
    <>
      {bindingText && <p className="reason">{bindingText}</p>}
      <div className={translation ? 'columns authorizations' : undefined}>
        <Authorization company={company} text={company.authorizationText} language="en">
          {company.disclaimer && <p className="disclaimer">{company.disclaimer}</p>}
        </Authorization>
        {translation && <Authorization company={company} text={translation} language={language} />}
      </div>
      {reason && <p className="reason">{reason}</p>}
      {!askedBefore && groups.some(({ key }) => key === 'signer2') && <SecondPerson />}
      {secondSigner && ways.length > 0 && <FieldGrid inputs={ways} column />}
      <div className="columns">
        {groups.map((group) => (
          <Signer key={group.key} group={group} company={company} />
        ))}
      </div>
    </>
  )
}

type AuthorizationProps = {
  company: Pick<Link['company'], 'nameOut'>
  text: string
  language: Language
  children?: ReactNode
}

export function Authorization({ company, text, language, children }: AuthorizationProps) {
  const { title, body } = authorizationFor(text, company.nameOut)
  return (
    <div className="authorization" lang={language}>
      <h3>{title}</h3>
      {body
        .split(/\n{2,}/)
        .filter(Boolean)
        .map((paragraph, index) => (
          <p key={index}>{paragraph}</p>
        ))}
      {children}
    </div>
  )
}

type SignerProps = { group: VisibleGroup; company: Link['company'] }

function Signer({ group, company }: SignerProps) {
  const words = useWords()
  const secondSigner = useApplicationState((state) => state.secondSigner)
  const second = group.key === 'signer2'
  const written = group.inputs.filter(({ kind }) => kind !== 'signature' && kind !== 'yesNo')
  const date = group.inputs.find((input) => input.kind === 'date')
  const help = useMemo(() => date && { [date.name]: words.signature.dateHelp }, [date, words])

  return (
    // Hidden rather than unmounted, so that strokes return with the signer.
    <div
      className="group"
      role="group"
      aria-labelledby={`group-${group.key}`}
      hidden={second && !secondSigner}
    >
      <div className="group-head">
        <h3 className="group-title" id={`group-${group.key}`}>
          {group.title}
        </h3>
      </div>
      <FieldGrid inputs={written} column help={help} />
      <Drawing group={group} company={company} signer={second ? 2 : 1} />
    </div>
  )
}

function Drawing({ group, company, signer }: SignerProps & { signer: number }) {
  const { state, change } = useApplication()
  const words = useWords()
  const input = group.inputs.find(({ kind }) => kind === 'signature')
  const date = group.inputs.find(({ kind }) => kind === 'date')?.name
  const name = input?.name ?? ''
  const value = useApplicationState(({ values }) => getOwn(values, name) ?? '')
  const kept = useApplicationState((all) => all.kept.has(name))
  const problem = useApplicationState(({ problems }) => getOwn(problems, name))

  const { consented, consent, record } = useSigning(signer, company)

  const sign = useCallback(
    (drawn: string, drawing: string, act: SigningAct | null) => {
      record(act)
      change(drawn, drawing, true)
      if (drawing !== '' && date && !getOwn(state().values, date)) change(date, today(), true)
    },
    [change, date, record, state],
  )

  const shown = useApplicationState(({ values }) => input !== undefined && isShown(input, values))

  if (!input) return null
  return (
    <div hidden={!shown}>
      <SignaturePad
        name={name}
        signer={signer}
        value={value}
        kept={kept}
        problem={problemWords(words, input, problem)}
        company={company}
        consent={{ given: consented, give: consent }}
        onChange={sign}
      />
    </div>
  )
}
