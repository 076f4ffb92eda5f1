import { useMemo, type ReactNode, lazy, Suspense, useState } from 'react'
import { authorizationFor } from '#domain/authorization-text'
import { isShown } from '#domain/catalogue/values'
import type { VisibleGroup } from '#domain/catalogue/visible-form'
import { getOwn } from '#domain/get-own'
import type { Language } from '#domain/language'
import type { SigningAct } from '#domain/signing'
import { readSigning, SIGNING, readSigningDraft, type SigningDraft } from '#domain/signing-draft'
import type { Link } from '../calls/api.ts'
import { useApplication, useApplicationState } from '../application/application-context.tsx'
import { isAsked, isGroupGiven } from '../application/given-answers.ts'
import { useLanguage, useWords } from '../language/language-context.tsx'
import { problemWords } from '../problem-words.ts'
import { ConsentPlace } from '../signature/consent-place.tsx'
import { SignaturePad } from '../signature/signature-pad.tsx'
import { today } from '../today.ts'
import { FieldGrid } from './field-grid.tsx'
import { useFold, UnfoldButton } from './folded-group.tsx'
import { useReasons } from './use-reasons.ts'
import { yesNo } from '#domain/catalogue/define'
import { leaveOutPart, signaturePart } from '../shared-parts.ts'
import { YesNoInput } from './yes-no-input.tsx'

const LeaveOutDialog = lazy(leaveOutPart)
const QUESTION = yesNo('secondSigner', '', { defaultValue: 'Yes' })

/** Asks whether signer 2 signs; their answers stay on the page if not. */
function SecondPerson() {
  const { dispatch, state } = useApplication()
  const { signs, add, yes, no } = useWords().secondPerson
  const present = useApplicationState((all) => isAsked({ key: 'signer2' }, all))
  const isAnswered = useApplicationState(({ secondSigner }) => secondSigner !== null)
  const [asking, setAsking] = useState(false)
  const set = (isPresent: boolean) => dispatch({ type: 'secondSignerSet', present: isPresent })
  const change = (_name: string, value: string) => {
    if (value === 'No' && isGroupGiven(state().form, 'signer2', state())) setAsking(true)
    else set(value === 'Yes')
  }
  const answer = (isLeftOut: boolean) => {
    setAsking(false)
    if (isLeftOut) set(false)
  }
  if (!present && !isAnswered)
    return <UnfoldButton label={add} first={QUESTION.name} unfold={() => set(true)} />
  return (
    <div className="fields second-person">
      <YesNoInput
        input={{ ...QUESTION, label: signs, choiceLabels: [yes, no] }}
        value={present ? 'Yes' : 'No'}
        problem={undefined}
        onChange={change}
        onLeave={() => undefined}
      />
      {asking && (
        <Suspense fallback={null}>
          <LeaveOutDialog onAnswer={answer} />
        </Suspense>
      )}
    </div>
  )
}

type SignaturesProps = { groups: readonly VisibleGroup[]; company: Link['company'] }

export function Signatures({ groups, company }: SignaturesProps) {
  const { bindingText } = useWords()
  const { language } = useLanguage().pack
  const reason = useReasons().signature
  const place = useFold('signer2')
  const secondSigner = useApplicationState((state) => isAsked({ key: 'signer2' }, state))
  // Above both signers, so that their fields stand side by side.
  const ways = groups.flatMap(({ inputs }) => inputs).filter(({ kind }) => kind === 'yesNo')
  const translation = language === 'en' ? '' : company.applicantSettings.translations[language]
  return (
    <div ref={place}>
      {bindingText && <p className="reason">{bindingText}</p>}
      <div className={translation ? 'columns authorizations' : undefined}>
        <Authorization company={company} text={company.authorizationText} language="en">
          {company.disclaimer && <p className="disclaimer">{company.disclaimer}</p>}
        </Authorization>
        {translation && <Authorization company={company} text={translation} language={language} />}
      </div>
      {reason && <p className="reason">{reason}</p>}
      <Consenting company={company} />
      {groups.some(({ key }) => key === 'signer2') && <SecondPerson />}
      {secondSigner && ways.length > 0 && <FieldGrid inputs={ways} column />}
      <div className="columns">
        {groups.map((group) => (
          <Signer key={group.key} group={group} company={company} />
        ))}
      </div>
    </div>
  )
}

function Consenting({ company }: { company: Link['company'] }) {
  const { save } = useSigning(company)
  const isGiven = useApplicationState(({ values }) => readSigning(values) !== null)
  const isWrong = useApplicationState(({ problems }) => getOwn(problems, SIGNING) !== undefined)
  return <ConsentPlace {...{ company, isGiven, isWrong }} onChange={(consent) => save({ consent })} />
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
  const asked = useApplicationState((state) => isAsked(group, state))
  const written = group.inputs.filter(({ kind }) => kind !== 'signature' && kind !== 'yesNo')
  const date = group.inputs.find((input) => input.kind === 'date')
  const help = useMemo(() => date && { [date.name]: words.signature.dateHelp }, [date, words])

  return (
    // Hidden rather than unmounted, so that strokes return with the signer.
    <div className="group" role="group" aria-labelledby={`group-${group.key}`} hidden={!asked}>
      <div className="group-head">
        <h3 className="group-title" id={`group-${group.key}`}>
          {group.title}
        </h3>
      </div>
      <FieldGrid inputs={written} column help={help} />
      <Drawing group={group} company={company} signer={group.key === 'signer2' ? 2 : 1} />
    </div>
  )
}

function Drawing({ group, company, signer }: SignerProps & { signer: 1 | 2 }) {
  const { state, change } = useApplication()
  const words = useWords()
  const input = group.inputs.find(({ kind }) => kind === 'signature')
  const date = group.inputs.find(({ kind }) => kind === 'date')?.name
  const name = input?.name ?? ''
  const value = useApplicationState(({ values }) => getOwn(values, name) ?? '')
  const kept = useApplicationState((all) => all.kept.has(name))
  const problem = useApplicationState(({ problems }) => getOwn(problems, name))

  const { record } = useSigning(company)

  const sign = (drawn: string, drawing: string, act: SigningAct | null) => {
    void record(`signer${signer}`, act)
    change(drawn, drawing, true)
    if (drawing !== '' && date && !getOwn(state().values, date)) change(date, today(), true)
  }

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
        onChange={sign}
      />
    </div>
  )
}

/** Saves the consent and the evidence of signatures in the draft. */
function useSigning(company: Link['company']) {
  const { state, change } = useApplication()
  const { language } = useLanguage().pack
  const read = () => readSigningDraft(state().values)
  const save = (part: SigningDraft) => change(SIGNING, JSON.stringify({ ...read(), ...part }))
  const record = async (signer: 'signer1' | 'signer2', act: SigningAct | null) => {
    save({ [signer]: act ?? undefined })
    if (!act) return
    // Without it, the evidence lacks this digest.
    const wording = await signaturePart()
      .then((part) => part.wordingDigest(language, company))
      .catch(() => undefined)
    if (wording && read()[signer]?.endedAt === act.endedAt) save({ [signer]: { ...act, wording } })
  }
  return { save, record }
}
