import { isRecord, toText } from './json.ts'

const SWITCHES = {
  receiptMail: true,
  receiptCopy: true,
  addDocuments: true,
  nextSteps: true,
  secondSignerElsewhere: true,
  showDecisions: false,
  waitForSecondSigner: false,
  sharedDevice: false,
} as const

export type ApplicantSwitch = keyof typeof SWITCHES

export const APPLICANT_SWITCHES = Object.keys(SWITCHES) as ApplicantSwitch[]

export const REASONS = ['ssn', 'birthDate', 'signature'] as const

export type ReasonName = (typeof REASONS)[number]

export const TRANSLATIONS = ['es', 'ru'] as const

export const SECTIONS_ON_PHONES = ['one', 'all'] as const

/**
 * How a company treats its applicants. `reasons`: why a sensitive answer is asked; null is our text, '' shows
 * none. `translations`: of the authorization text, shown beside the binding English one.
 */
export type ApplicantSettings = Record<ApplicantSwitch, boolean> & {
  sectionsOnPhones: (typeof SECTIONS_ON_PHONES)[number]
  reasons: Record<ReasonName, string | null>
  translations: Record<(typeof TRANSLATIONS)[number], string>
}

export const DEFAULT_APPLICANT_SETTINGS: ApplicantSettings = {
  ...SWITCHES,
  sectionsOnPhones: 'one',
  reasons: { ssn: null, birthDate: null, signature: null },
  translations: { es: '', ru: '' },
}

/** Adds defaults to stored settings; a value of a wrong type counts as missing. */
export function parseApplicantSettings(stored: unknown): ApplicantSettings {
  const given = isRecord(stored) ? stored : {}
  const reasons = isRecord(given.reasons) ? given.reasons : {}
  const translations = isRecord(given.translations) ? given.translations : {}
  const toSwitch = (name: ApplicantSwitch) =>
    typeof given[name] === 'boolean' ? given[name] : SWITCHES[name]
  const toReason = (text: unknown) => (typeof text === 'string' ? text : null)
  return {
    receiptMail: toSwitch('receiptMail'),
    receiptCopy: toSwitch('receiptCopy'),
    addDocuments: toSwitch('addDocuments'),
    nextSteps: toSwitch('nextSteps'),
    secondSignerElsewhere: toSwitch('secondSignerElsewhere'),
    showDecisions: toSwitch('showDecisions'),
    waitForSecondSigner: toSwitch('waitForSecondSigner'),
    sharedDevice: toSwitch('sharedDevice'),
    sectionsOnPhones: given.sectionsOnPhones === 'all' ? 'all' : 'one',
    reasons: {
      ssn: toReason(reasons.ssn),
      birthDate: toReason(reasons.birthDate),
      signature: toReason(reasons.signature),
    },
    translations: { es: toText(translations.es), ru: toText(translations.ru) },
  }
}

type OfLink = { sharedDevice: boolean; applicantSettings: unknown }

/** Whether the browser keeps nothing after the submit: the link or its company says so. */
export const isSharedDevice = ({ sharedDevice, applicantSettings }: OfLink): boolean =>
  sharedDevice || parseApplicantSettings(applicantSettings).sharedDevice
