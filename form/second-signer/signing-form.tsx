import { useState, type FormEvent, type ReactNode } from 'react'
import type { Input } from '#domain/catalogue/define'
import { INPUTS } from '#domain/catalogue/index'
import { localisedInput, type CatalogueWords } from '#domain/catalogue/localise'
import { findProblem } from '#domain/catalogue/validate'
import type { Values } from '#domain/catalogue/values'
import { getOwn } from '#domain/get-own'
import type { Signing, SigningAct } from '#domain/signing'
import { SIGNING } from '#domain/signing-draft'
import type { FieldProblem } from '../application/given-answers.ts'
import { ApiError } from '../calls/api-error.ts'
import { focusField } from '../focus-field.ts'
import { useLanguage } from '../language/language-context.tsx'
import { problemWords } from '../problem-words.ts'
import { sendFailure } from '../send-failure.ts'
import { FieldInput } from '../sections/field-input.tsx'
import { Authorization } from '../sections/signatures.tsx'
import { ConsentPlace } from '../signature/consent-place.tsx'
import { SignaturePad } from '../signature/signature-pad.tsx'
import { today } from '../today.ts'
import type { SignedCompany } from './send-signature.ts'
import { typedValues } from './typed-values.ts'

export const requiredInputs = (names: readonly string[], catalogue: CatalogueWords | null): Input[] =>
  names.flatMap((name) => {
    const input = INPUTS.get(name)
    const alone = { required: true, sameAs: null, showWhen: null }
    return input ? [{ ...localisedInput(input, catalogue), ...alone }] : []
  })

export type Signed = { consent: Signing['consent']; act: SigningAct }

type SigningFormProps = {
  token: string
  /** all required; a signature among them needs the consent */
  inputs: readonly Input[]
  initial: Values
  signer: 1 | 2
  company: SignedCompany
  words: { sign: string; signing: string; ended?: string }
  /** @throws ApiError whose fields are named as the inputs */
  send: (values: Values, signed: Signed | null) => Promise<void>
  /** below an input that is not part of the signature */
  after?: (input: Input) => ReactNode
}

export function SigningForm(props: SigningFormProps) {
  const { token, inputs, initial, signer, company, words, send, after } = props
  const { pack } = useLanguage()
  const isSigned = inputs.some(({ kind }) => kind === 'signature')
  const typed = typedValues(
    token,
    inputs.filter(({ sensitive }) => !sensitive).map(({ name }) => name),
  )
  const [values, setValues] = useState(() => ({ ...initial, ...typed.read() }))
  const [consent, setConsent] = useState<Signing['consent']>()
  const [act, setAct] = useState<SigningAct | null>(null)
  const [problems, setProblems] = useState<Readonly<Record<string, FieldProblem>>>({})
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)

  const forget = (name: string) =>
    setProblems((before) => Object.fromEntries(Object.entries(before).filter(([other]) => other !== name)))
  const change = (name: string, value: string) => {
    setValues((before) => ({ ...before, [name]: value }))
    typed.keep(name, value)
    forget(name)
  }
  const agree = (given: Signing['consent'] | undefined) => {
    setConsent(given)
    forget(SIGNING)
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
    const found = inputs.flatMap<readonly [string, FieldProblem]>((input) => {
      const problem = findProblem(input, values, today())
      return problem ? [[input.name, problem]] : []
    })
    if (isSigned && !consent) found.push([SIGNING, 'consent'])
    if (found.length > 0) return show(Object.fromEntries(found))
    const signed = consent && act ? { consent, act } : null
    setBusy(true)
    try {
      await send(values, signed)
      typed.forget()
      setBusy(false)
    } catch (cause) {
      setBusy(false)
      if (!(cause instanceof ApiError)) throw cause
      const said = Object.entries(cause.fields).map(([name, text]) => [name, { said: text }] as const)
      show(Object.fromEntries(said))
      const ended = cause.code === 'link_ended' && words.ended
      setFailure(ended || sendFailure(cause, pack.form))
    }
  }

  const draw = (input: Input) => {
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
    return (
      <SignaturePad
        key={input.name}
        {...{ name: input.name, signer, value, kept: false, problem }}
        onChange={(name, drawing, made) => {
          change(name, drawing)
          setAct(made)
        }}
      />
    )
  }
  const rest = inputs.filter(({ name }) => !name.startsWith('signer'))
  const signature = inputs.filter((input) => !rest.includes(input))

  return (
    <form className="card" noValidate onSubmit={(event) => void submit(event)}>
      {rest.map((input) => (
        <div key={input.name} className="requested">
          <div className="fields column">{draw(input)}</div>
          {after?.(input)}
        </div>
      ))}
      {isSigned && pack.form.bindingText && <p className="reason">{pack.form.bindingText}</p>}
      {isSigned && (
        <Authorization company={company} text={company.authorizationText} language="en">
          {company.disclaimer && <p className="disclaimer">{company.disclaimer}</p>}
        </Authorization>
      )}
      {isSigned && (
        <ConsentPlace
          company={company}
          isGiven={consent !== undefined}
          isWrong={getOwn(problems, SIGNING) !== undefined}
          onChange={agree}
        />
      )}
      <div className="fields column">{signature.map(draw)}</div>
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
