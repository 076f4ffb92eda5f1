import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/app-router.ts'
import { allOn, parseSettings, serialiseSettings, SettingsError } from '#domain/catalogue/settings'
import { addressesIn, addressList } from '#domain/email-addresses'
import { DEFAULT_TIME_ZONE } from '#domain/time-zone'
import type { FieldValues } from 'react-hook-form'
import { toText } from '#domain/json'
import type { Merge } from '../../dialogs/merge-values.ts'

export type Company = inferRouterOutputs<AppRouter>['company']['list']['data'][number]

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
  allowedOrigins: [],
  timeZone: DEFAULT_TIME_ZONE,
  requireOtp: false,
  retentionDays: null,
}

/** Lists are edited as lists. Settings that can't be read are logged, and every field is shown. */
export const toValues = (company: Company | null): FieldValues => ({
  ...(company ?? NEW_COMPANY),
  notifyEmails: addressesIn(company?.notifyEmails ?? ''),
  appEditorSettings: settingsText(company),
})

/** Logos travel by a call of their own. */
export const toBody = ({ logoUrl: _, pdfLogoUrl: __, ...changes }: FieldValues): FieldValues => ({
  ...changes,
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

/** Toggle by toggle: theirs, but for those that were switched here. */
const mergeSettings: Merge = (base, mine, theirs) => {
  const before = parseSettings(toText(base))
  const merged = new Map(parseSettings(toText(theirs)))
  for (const [name, on] of parseSettings(toText(mine))) if (before.get(name) !== on) merged.set(name, on)
  return serialiseSettings(merged)
}

export const MERGES = { appEditorSettings: mergeSettings }
