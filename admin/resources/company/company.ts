import type { inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../../server/app-router.ts'
import { allOn, parseSettings, serialiseSettings, SettingsError } from '#domain/catalogue/settings'
import { textOf } from '#domain/json'
import type { FieldValues } from 'react-hook-form'
import { entriesOf } from '../../dialogs/chips.ts'

export type Company = inferRouterOutputs<AppRouter>['company']['list']['data'][number]

/** A company as the fields of its dialog; settings that cannot be read are logged, and the defaults stay (spec 4). */
export const valuesOf = (company: Company | null): FieldValues => ({
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
export const retentionDaysOf = ({ retentionDays }: FieldValues): number | null =>
  typeof retentionDays === 'number' ? retentionDays : null

/** The body of a write: logos travel by a call of their own, and not everybody may choose the lead. */
export const bodyOf = (values: FieldValues, mayChooseLead: boolean): Record<string, unknown> => ({
  nameIn: textOf(values.nameIn),
  nameOut: textOf(values.nameOut),
  email: textOf(values.email).trim(),
  notifyEmails: textOf(values.notifyEmails),
  disclaimer: textOf(values.disclaimer),
  authorizationText: textOf(values.authorizationText),
  appEditorSettings: textOf(values.appEditorSettings),
  allowedOrigins: entriesOf(values.allowedOrigins),
  requireOtp: values.requireOtp === true,
  retentionDays: retentionDaysOf(values),
  ...(mayChooseLead && { lead: textOf(values.lead) }),
})
