import {
  type Group,
  type Input,
  type Section,
  type Toggle,
  input,
  toggle,
  field,
  legacyToggle,
  yesNo,
} from './define.ts'
import { partners } from './partners.ts'
import { BANK_STATEMENTS_TOGGLE, uploads } from './uploads.ts'

const businessInfo: Section = {
  key: 'businessInfo',
  title: 'PLEASE FILL OUT COMPLETELY',
  groups: [
    {
      key: 'businessInfo',
      title: null,
      settingsGroup: 'businessInfo',
      toggles: [
        field('text', 'legalName', 'Legal business name', { required: true, autocomplete: 'organization' }),
        field('phone', 'businessPhone', 'Business phone', { required: true, autocomplete: 'work tel' }),
        field('phone', 'fax', 'Fax', { autocomplete: 'fax tel' }),
        field('text', 'dbaName', 'DBA name', { help: 'The name customers know, if it is another' }),
        field('pastDate', 'startDate', 'Date started', { required: true }),
        field('money', 'rent', 'Monthly rent'),
        field('website', 'website', 'Web address', { autocomplete: 'url', placeholder: 'example.com' }),
        field('email', 'email', 'Email address', { autocomplete: 'email' }),
        field('text', 'ownedBusiness', 'How long business owned', { placeholder: '3 years' }),
        field('phone', 'cellPhone', 'Alternate/cell phone', {
          required: true,
          autocomplete: 'mobile tel',
          aliases: ['cellPhoneNumber'],
          sameAs: { key: 'businessPhone', pairs: [['cellPhone', 'businessPhone']] },
        }),
        field('text', 'address', 'Business street', { required: true, autocomplete: 'address-line1' }),
        field('text', 'city', 'City', { required: true, autocomplete: 'address-level2' }),
        field('state', 'state', 'State', { autocomplete: 'address-level1' }),
        field('zip', 'zip', 'Zip', { autocomplete: 'postal-code' }),
        toggle('seasonal', 'Seasonal business', [yesNo('seasonal', 'Seasonal business')]),
        field('taxId', 'taxId', 'Tax ID', { required: true, placeholder: '12-3456789' }),
        field('state', 'state2', 'State of incorporation', { aliases: ['stateBusiness'] }),
        field('text', 'nature', 'Nature of business', { aliases: ['natureBusiness'] }),
        field('choice', 'style', 'Business style', {
          choices: ['Corporation', 'Partnership', 'Sole Proprietor', 'LLC'],
        }),
        field('money', 'sales', 'Monthly total sales'),
        field('signedMoney', 'bankBalance', 'Average daily bank balance', { aliases: ['dailyBankBalance'] }),
        field('longText', 'useOfFunds', 'Use of funds'),
        field('money', 'advanceAmount', 'Advance amount requested', { aliases: ['advanceAmountRequested'] }),
      ],
    },
  ],
}

const references: Section = {
  key: 'references',
  title: 'References',
  groups: [
    {
      key: 'references',
      title: null,
      settingsGroup: 'references',
      toggles: [
        field('text', 'landlordContactNameNumber1', 'Landlord contact name and number'),
        field('text', 'lengthTimeLocation', 'Length of time at location'),
        field('text', 'timeRemainingLease', 'Time remaining on lease'),
        field('text', 'reference1', 'Trade reference 1'),
        field('text', 'reference2', 'Trade reference 2'),
        legacyToggle('landlordContactNameNumber2'),
        legacyToggle('landlordContactNameNumber3'),
      ],
    },
  ],
}

const afterBankruptcy = { input: 'question6', equals: 'Yes' }
const afterAdvance = { input: 'question9', equals: 'Yes' }

const question = (key: string, label: string, aliases: readonly string[] = []): Toggle =>
  toggle(key, label, [yesNo(key, label)], aliases)

const advanceRow = (row: number): Toggle[] => [
  field('text', `company${row}`, `Advance company ${row}`, { showWhen: afterAdvance }),
  field('money', `balance${row}`, `Balance ${row}`, { showWhen: afterAdvance }),
]

const questions: Section = {
  key: 'questions',
  title: 'Qualifying questions',
  groups: [
    {
      key: 'questions',
      title: null,
      settingsGroup: 'questions',
      toggles: [
        question('question1', 'Do you own commercial/residential property?'),
        question('question2', 'Do you own vehicles, equipment or machinery?'),
        question('question3', 'Do you have future receivables (unpaid invoices)?'),
        question('question4', 'Are you looking to purchase equipment?'),
        question('question5', 'Do you have open liens or judgments?', ['lawsuit']),
        question('question6', 'Have you ever filed for bankruptcy?', ['bankruptcy']),
        field('choice', 'question7', 'Bankruptcy status', {
          choices: ['Discharged', 'Dismissed'],
          showWhen: afterBankruptcy,
        }),
        field('year', 'question8', 'Bankruptcy year', { showWhen: afterBankruptcy }),
        question('question9', 'Do you currently have a cash advance?'),
        ...[1, 2, 3, 4].flatMap(advanceRow),
        legacyToggle('defaulted'),
      ],
    },
  ],
}

/** The drawing is labelled required but not enforced. */
const signer = (n: 1 | 2): Group => ({
  key: `signer${n}`,
  title: `Signer ${n}`,
  settingsGroup: 'signatures',
  toggles: [
    toggle(`signature${n}`, `Signature ${n}`, [
      input('text', `signer${n}Name`, 'Full name', {
        required: true,
        autocomplete: `section-signer${n} name`,
        sameAs: { key: `partner${n}`, pairs: [[`signer${n}Name`, `partner${n}Name`]] },
      }),
      input('date', `signer${n}Date`, 'Date', { required: true }),
      input('signature', `signer${n}Signature`, 'Signature'),
    ]),
  ],
})

const signatures: Section = { key: 'signatures', title: 'Signatures', groups: [signer(1), signer(2)] }

export const CATALOGUE: readonly Section[] = [
  businessInfo,
  references,
  questions,
  partners,
  signatures,
  uploads,
]

const groups: readonly Group[] = CATALOGUE.flatMap((section) => section.groups)

export const INPUTS: ReadonlyMap<string, Input> = unique(
  groups.flatMap((group) =>
    group.toggles.flatMap((toggle) => toggle.inputs.map((i) => [i.name, i] as const)),
  ),
)

/** Every toggle by `group.key`, aliases included. */
export const TOGGLES: ReadonlyMap<string, Toggle> = unique(
  groups.flatMap((group) =>
    group.toggles.flatMap((toggle) =>
      [toggle.key, ...toggle.aliases].map((key) => [`${group.settingsGroup}.${key}`, toggle] as const),
    ),
  ),
)

/** Legacy name to canonical name of an input; only toggles of one input have aliases. */
export const ALIASES: ReadonlyMap<string, string> = unique(
  groups.flatMap((group) =>
    group.toggles.flatMap((toggle) => toggle.aliases.map((alias) => [alias, toggle.key] as const)),
  ),
)

export const SETTINGS_GROUPS: ReadonlyMap<string, readonly Toggle[]> = groups.reduce(
  (map, group) => map.set(group.settingsGroup, [...(map.get(group.settingsGroup) ?? []), ...group.toggles]),
  new Map<string, Toggle[]>(),
)

export const isOffered = (toggle: Toggle): boolean =>
  toggle.inputs.length > 0 || toggle.key === BANK_STATEMENTS_TOGGLE

function unique<V>(entries: readonly (readonly [string, V])[]): Map<string, V> {
  const map = new Map(entries)
  if (map.size !== entries.length) throw new Error('The catalogue names something twice')
  return map
}
