import { useState, type FormEvent } from 'react'
import { INPUTS } from '#domain/catalogue/index'
import { localisedInput } from '#domain/catalogue/localise'
import { findProblem } from '#domain/catalogue/validate'
import type { Values } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import { secondSignerWords } from '#domain/messages/second-signer'
import type { Signing, SigningAct } from '#domain/signing'
import type { FieldProblem } from '../application/given-answers.ts'
import { ApiError } from '../calls/api-error.ts'
import { focusField } from '../focus-field.ts'
import { useLanguage } from '../language/language-context.tsx'
import { problemWords } from '../problem-words.ts'
import { FieldInput } from '../sections/field-input.tsx'
import { Authorization } from '../sections/signatures.tsx'
import { SignaturePad } from '../signature/signature-pad.tsx'
import { today } from '../today.ts'
import { Consent } from './consent.tsx'
import { FIELD_NAMES, sendSignature } from './send-signature.ts'
import type { Shown } from './signature-view.ts'

const FIELDS = FIELD_NAMES.flatMap((name) => {
  const input = INPUTS.get(name)
  return input ? [{ ...input, required: true, sameAs: null }] : []
})

type SigningFormProps = { token: string; shown: Shown; onSigned: (at: string) => void }

export function SigningForm({ token, shown, onSigned }: SigningFormProps) {
  const { pack } = useLanguage()
  const words = secondSignerWords[pack.language]
  const [values, setValues] = useState<Values>({ signer2Name: shown.name, signer2Date: today() })
  const [consent, setConsent] = useState<Signing['consent'] | null>(null)
  const [act, setAct] = useState<SigningAct | null>(null)
  const [problems, setProblems] = useState<Readonly<Record<string, FieldProblem>>>({})
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  const company = {
    ...shown.company,
    authorizationText: shown.authorizationText,
    disclaimer: shown.disclaimer,
  }

  const change = (name: string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([other]) => other !== name)))
  }
  const show = (found: Readonly<Record<string, FieldProblem>>) => {
    setProblems(found)
    const [first] = Object.keys(found)
    if (first) focusField(first)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setFailure('')
    const found = FIELDS.flatMap((input) => {
      const problem = findProblem(input, values, today())
      return problem ? [[input.name, problem] as const] : []
    })
    if (found.length > 0 || !consent || !act) return show(Object.fromEntries(found))
    setBusy(true)
    try {
      onSigned(await sendSignature({ token, shown: shown.values, values, consent, act, company }))
    } catch (cause) {
      setBusy(false)
      if (!(cause instanceof ApiError)) throw cause
      const said = Object.entries(cause.fields).map(([name, text]) => [name, { said: text }] as const)
      show(Object.fromEntries(said))
      setFailure(cause.code === 'link_ended' ? words.ended : cause.message || pack.form.errors.submitLater)
    }
  }

  return (
    <form className="card" noValidate onSubmit={(event) => void submit(event)}>
      {pack.form.bindingText && <p className="reason">{pack.form.bindingText}</p>}
      <Authorization company={company} text={company.authorizationText} language="en">
        {company.disclaimer && <p className="disclaimer">{company.disclaimer}</p>}
      </Authorization>
      <div className="fields column">
        {FIELDS.map((input) => localisedInput(input, pack.catalogue)).map((input) => {
          const problem = problemWords(pack.form, input, getOwn(problems, input.name))
          const value = getOwn(values, input.name) ?? ''
          if (input.kind !== 'signature')
            return (
              <FieldInput
                key={input.name}
                {...{ input, value, problem }}
                onChange={change}
                onLeave={() => undefined}
              />
            )
          if (!consent) return <Consent key={input.name} company={company} onGiven={setConsent} />
          return (
            <SignaturePad
              key={input.name}
              {...{ name: input.name, signer: 2, value, kept: false, problem, company }}
              consent={{ given: true, give: setConsent }}
              onChange={(name, drawing, made) => {
                change(name, drawing)
                setAct(made)
              }}
            />
          )
        })}
      </div>
      <div className="submit-bar">
        <p className="failure" role="alert">
          {failure}
        </p>
        <button className="button primary" aria-disabled={busy}>
          {busy ? words.signing : words.sign}
        </button>
      </div>
    </form>
  )
}
