import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/app-router.ts'
import { allOn, parseSettings, serialiseSettings, SettingsError } from '#domain/catalogue/settings'
import { DEFAULT_TIME_ZONE } from '#domain/time-zone'
import { toText } from '#domain/json'
import type { FieldValues } from 'react-hook-form'
import { splitEntries } from '../../dialogs/chips.ts'

export type Company = inferRouterOutputs<AppRouter>['company']['list']['data'][number]

/** A company as the fields of its dialog; settings that cannot be read are logged, and the defaults stay (spec 4). */
export const toValues = (company: Company | null): FieldValues => ({
  nameIn: company?.nameIn ?? '',
  nameOut: company?.nameOut ?? '',
  lead: company?.lead ?? null,
  email: company?.email ?? '',
  notifyEmails: company?.notifyEmails ?? '',
  logoUrl: company?.logoUrl ?? '',
  pdfLogoUrl: company?.pdfLogoUrl ?? '',
  disclaimer: company?.disclaimer ?? '',
  authorizationText: company?.authorizationText ?? '',
  allowedOrigins: company?.allowedOrigins.join(', ') ?? '',
  timeZone: company?.timeZone ?? DEFAULT_TIME_ZONE,
  requireOtp: company?.requireOtp ?? false,
  retentionDays: company?.retentionDays ?? null,
  appEditorSettings: settingsText(company),
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

/** For how many days submissions are kept, as the fields have it; null: for ever. */
export const readRetentionDays = ({ retentionDays }: FieldValues): number | null =>
  typeof retentionDays === 'number' ? retentionDays : null

/** The body of a write: logos travel by a call of their own, and not everybody may choose the lead. */
export const toBody = (values: FieldValues, mayChooseLead: boolean): Record<string, unknown> => ({
  nameIn: toText(values.nameIn),
  nameOut: toText(values.nameOut),
  email: toText(values.email).trim(),
  notifyEmails: toText(values.notifyEmails),
  disclaimer: toText(values.disclaimer),
  authorizationText: toText(values.authorizationText),
  appEditorSettings: toText(values.appEditorSettings),
  allowedOrigins: splitEntries(values.allowedOrigins),
  timeZone: toText(values.timeZone),
  requireOtp: values.requireOtp === true,
  retentionDays: readRetentionDays(values),
  ...(mayChooseLead && { lead: toText(values.lead) }),
})
