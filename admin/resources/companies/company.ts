import { DEFAULT_APPLICANT_SETTINGS } from '#domain/applicant-settings'
import { allOn, parseSettings, serialiseSettings, SettingsError } from '#domain/catalogue/settings'
import { getOwn } from '#domain/get-own'
import { addressesIn, addressList } from '#domain/email-addresses'
import { DEFAULT_DESK_SETTINGS } from '#domain/desk-settings'
import { DEFAULT_TIME_ZONE } from '#domain/time-zone'
import type { FieldValues } from 'react-hook-form'
import { isRecord, toText } from '#domain/json'
import type { Outputs } from '../../providers/trpc-client.ts'
import { mergeValue, type Merge } from '../../dialogs/merge-values.ts'

export type Company = Outputs['company']['list']['data'][number]

export const companyPath = ({ id }: Pick<Company, 'id'>): string =>
  `/admin/companies/${encodeURIComponent(id)}`

const NEW_COMPANY = {
  nameIn: '',
  nameOut: '',
  lead: null,
  email: '',
  notifyEmails: '',
  logoUrl: '',
  pdfLogoUrl: '',
  disclaimer: '',
  authorizationText: '',
  contact: '',
  applicantSettings: DEFAULT_APPLICANT_SETTINGS,
  deskSettings: DEFAULT_DESK_SETTINGS,
  allowedOrigins: [],
  timeZone: DEFAULT_TIME_ZONE,
  requireOtp: false,
  allowsConnections: false,
  retentionDays: null,
}

const NO_SIGN_IN = {
  issuer: '',
  clientId: '',
  groupsClaim: 'groups',
  groupRoles: [],
  domains: [],
  secondStep: false,
  enforced: false,
}

/** Unreadable settings are logged, and every field is shown. */
export const toValues = (company: Company | null): FieldValues => ({
  ...(company ?? NEW_COMPANY),
  notifyEmails: addressesIn(company?.notifyEmails ?? ''),
  appEditorSettings: settingsText(company),
  ...(company && { signIn: company.signIn ?? NO_SIGN_IN }),
})

/** Logos are sent by calls of their own. */
export const toBody = ({ logoUrl: _, pdfLogoUrl: __, ...changes }: FieldValues): FieldValues => ({
  ...changes,
  ...(isRecord(changes.signIn) && !changes.signIn.issuer && { signIn: null }),
  ...(Array.isArray(changes.notifyEmails) && { notifyEmails: addressList(changes.notifyEmails) }),
})

function settingsText(company: Company | null): string {
  try {
    return serialiseSettings(parseSettings(company?.appEditorSettings ?? null))
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    console.warn('The stored settings of this company cannot be read; the defaults stay.', company?.id)
    return serialiseSettings(allOn())
  }
}

export const readRetentionDays = ({ retentionDays }: FieldValues): number | null =>
  typeof retentionDays === 'number' ? retentionDays : null

/** Keeps their toggles, except those that were switched here. */
const mergeSettings: Merge = (base, mine, theirs) => {
  const before = parseSettings(toText(base))
  const merged = new Map(parseSettings(toText(theirs)))
  for (const [name, on] of parseSettings(toText(mine))) if (before.get(name) !== on) merged.set(name, on)
  return serialiseSettings(merged)
}

const mergeRecords: Merge = (base, mine, theirs) => {
  if (!isRecord(base) || !isRecord(mine) || !isRecord(theirs)) return mine
  const names = Object.keys({ ...theirs, ...mine })
  return Object.fromEntries(
    names.map((name) => [
      name,
      mergeValue(getOwn(base, name), getOwn(mine, name), getOwn(theirs, name), mergeRecords),
    ]),
  )
}

export const MERGES = { appEditorSettings: mergeSettings, applicantSettings: mergeRecords }
