import { input } from '#domain/catalogue/define'
import type { Values } from '#domain/catalogue/values'
import type { RequestWords } from '#domain/messages/request'
import { fieldLabel } from '#domain/request'
import { signedText, wordingFor } from '#domain/signing'
import { getOwn } from '#domain/get-own'
import { applicationApi, type ApplicationState } from '../calls/application-api.ts'
import { useLanguage } from '../language/language-context.tsx'
import { requiredInputs, SigningForm, type Signed } from '../second-signer/signing-form.tsx'
import { sha256 } from '../signature/sha256.ts'
import { today } from '../today.ts'
import type { Answers, Asked } from './asked.ts'
import { Missing } from './requested-item.tsx'

const SIGNATURE = ['signer1Name', 'signer1Date', 'signer1Signature'] as const

type RequestedFormProps = {
  token: string
  details: NonNullable<Asked['details']>
  company: ApplicationState['company']
  words: RequestWords
  sendMissing: (answers: Answers) => Promise<unknown>
  onChanged: () => void
}

/** The open questions and corrections. All corrections are signed together. */
export function RequestedForm(props: RequestedFormProps) {
  const { token, details, company, words, sendMissing, onChanged } = props
  const { pack } = useLanguage()
  const fields = details.items.flatMap(({ wanted, state, before }, item) => {
    if (state !== 'asked') return []
    if (wanted.kind === 'answer') {
      const question = input('longText', `item${item}`, wanted.question, { required: true })
      return [{ item, isCorrection: false, input: question }]
    }
    if (wanted.kind !== 'correction') return []
    return requiredInputs([wanted.field], pack.catalogue).map((asked) => ({
      item,
      isCorrection: true,
      input: {
        ...asked,
        label: fieldLabel(asked.name, pack.catalogue),
        help: before ? words.before(before) : asked.help,
      },
    }))
  })
  if (fields.length === 0) return null
  const corrections = fields.filter(({ isCorrection }) => isCorrection).map((field) => field.input)
  const isSigned = corrections.length > 0
  const { authorizationText, disclaimer } = details
  const signedCompany = { ...company, authorizationText, disclaimer }

  const toSigned = async (values: Values, { consent, act }: Signed) => {
    const shown = [...corrections.map(({ name }) => name), 'signer1Name', 'signer1Date']
    const wording = wordingFor(consent.language, { ...signedCompany, companyName: company.nameOut })
    const text = signedText(
      wording,
      Object.fromEntries(shown.map((name) => [name, getOwn(values, name) ?? ''])),
    )
    const signer1 = { ...act, digest: await sha256(text) }
    const [name = '', date = '', signature = ''] = SIGNATURE.map((key) => values[key])
    return { name, date, signature, signing: { consent, signer1 } }
  }
  const send = async (values: Values, signed: Signed | null) => {
    const answers = fields.map((field) => ({
      item: field.item,
      text: getOwn(values, field.input.name) ?? '',
    }))
    await applicationApi.answer({ token, answers, ...(signed && { signed: await toSigned(values, signed) }) })
    onChanged()
  }
  const inputs = fields.map((field) => field.input)
  return (
    <SigningForm
      token={token}
      inputs={isSigned ? [...inputs, ...requiredInputs(SIGNATURE, pack.catalogue)] : inputs}
      initial={isSigned ? { signer1Name: details.signer, signer1Date: today() } : {}}
      signer={1}
      company={signedCompany}
      words={{ sign: isSigned ? words.sign : words.send, signing: words.sending }}
      send={send}
      after={({ name }) => {
        const field = fields.find((each) => each.input.name === name)
        return field && <Missing index={field.item} words={words} send={sendMissing} />
      }}
    />
  )
}
