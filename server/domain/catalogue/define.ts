/** The vocabulary of the field catalogue. A company switches toggles; an applicant fills inputs. */

export type InputKind =
  | 'text'
  | 'longText'
  | 'phone'
  | 'email'
  | 'website'
  /** The day of signing. */
  | 'date'
  | 'birthDate'
  | 'pastDate'
  | 'year'
  | 'money'
  /** An amount that may be below zero: an overdrawn account. */
  | 'signedMoney'
  /** A position in the business and the share of it, in one's own words: 'Owner, 60%'. */
  | 'ownership'
  | 'creditScore'
  | 'ssn'
  | 'taxId'
  | 'zip'
  | 'state'
  | 'yesNo'
  | 'choice'
  | 'signature'

export type SectionKey = 'businessInfo' | 'references' | 'questions' | 'partners' | 'signatures' | 'uploads'

/** Groups of `appEditorSettings` (spec section 3). */
export type GroupKey =
  'businessInfo' | 'references' | 'questions' | 'partners' | 'signatures' | 'uploads' | 'bankStatements'

/** One thing an applicant fills in; `name` is its canonical name in the payload and in the store. */
export type Input = {
  name: string
  label: string
  kind: InputKind
  required: boolean
  /** Masked wherever it is shown, but for an audited reveal and the PDF (decisions 5a). */
  sensitive: boolean
  autocomplete: string
  choices: readonly string[]
  /** What the choices are called, in their order; the choices themselves are what is sent. */
  choiceLabels: readonly string[]
  defaultValue: string
  /** Shown only while another input has this value (decisions 4). */
  showWhen: { input: string; equals: string } | null
  placeholder: string
  help: string
}

/** One switch of a company's settings and the inputs it covers: none, one or several. */
export type Toggle = {
  key: string
  label: string
  aliases: readonly string[]
  inputs: readonly Input[]
}

/** Inputs drawn together: a partner's column, a signer, or a whole section. */
export type Group = { key: string; title: string | null; settingsGroup: GroupKey; toggles: readonly Toggle[] }

export type Section = { key: SectionKey; title: string; groups: readonly Group[] }

type Options = Partial<Omit<Input, 'name' | 'kind' | 'label'>>

const SENSITIVE_KINDS: ReadonlySet<InputKind> = new Set(['ssn', 'birthDate', 'taxId', 'signature'])

export const input = (kind: InputKind, name: string, label: string, options: Options = {}): Input => ({
  name,
  label,
  kind,
  required: false,
  sensitive: SENSITIVE_KINDS.has(kind),
  autocomplete: 'off',
  choices: [],
  choiceLabels: options.choices ?? [],
  defaultValue: '',
  showWhen: null,
  placeholder: '',
  help: '',
  ...options,
})

export const yesNo = (name: string, label: string, options: Options = {}): Input =>
  input('yesNo', name, label, { choices: ['Yes', 'No'], defaultValue: 'No', ...options })

/** A toggle of one input: both carry the input's name and label. */
export const field = (
  kind: InputKind,
  name: string,
  label: string,
  options: Options & { aliases?: readonly string[] } = {},
): Toggle => {
  const { aliases = [], ...rest } = options
  return { key: name, label, aliases, inputs: [input(kind, name, label, rest)] }
}

export const toggle = (
  key: string,
  label: string,
  inputs: readonly Input[],
  aliases: readonly string[] = [],
): Toggle => ({ key, label, aliases, inputs })

/** A key that stored settings may carry though the form has nothing to show for it; kept on save, not offered. */
export const inert = (key: string): Toggle => ({ key, label: key, aliases: [], inputs: [] })
