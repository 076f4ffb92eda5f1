export type InputKind =
  | 'text'
  | 'longText'
  | 'phone'
  | 'email'
  | 'website'
  | 'date'
  | 'birthDate'
  | 'pastDate'
  | 'year'
  | 'money'
  /** An amount that may be negative, as of an overdrawn account. */
  | 'signedMoney'
  /** A position and a share in free text: 'Owner, 60%'. */
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

/** Groups of `appEditorSettings`. */
export type GroupKey =
  'businessInfo' | 'references' | 'questions' | 'partners' | 'signatures' | 'uploads' | 'bankStatements'

/** Earlier answers that are often the same; each pair is the own name and the earlier one. */
export type SameAs = {
  key: 'businessPhone' | 'businessAddress' | 'partner1' | 'partner2'
  pairs: readonly (readonly [to: string, from: string])[]
}

/** One answer; `name` is its canonical name in payload and storage. */
export type Input = {
  name: string
  label: string
  kind: InputKind
  required: boolean
  /** Masked everywhere except in an audited reveal and the PDF. */
  sensitive: boolean
  autocomplete: string
  choices: readonly string[]
  choiceLabels: readonly string[]
  defaultValue: string
  showWhen: { input: string; equals: string } | null
  placeholder: string
  help: string
  sameAs: SameAs | null
}

/** One switch of a company's settings and the inputs it covers, possibly none. */
export type Toggle = { key: string; label: string; aliases: readonly string[]; inputs: readonly Input[] }

/** Inputs drawn together: a partner's column, a signer or a whole section. */
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
  sameAs: null,
  ...options,
})

export const yesNo = (name: string, label: string, options: Options = {}): Input =>
  input('yesNo', name, label, { choices: ['Yes', 'No'], defaultValue: 'No', ...options })

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

/** A key that stored settings may hold without anything on the form; kept on save, not offered. */
export const legacyToggle = (key: string): Toggle => ({ key, label: key, aliases: [], inputs: [] })
