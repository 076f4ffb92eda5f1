import { z } from 'zod'
import {
  DEFAULT_APPLICANT_SETTINGS,
  REASONS,
  SECTIONS_ON_PHONES,
  TRANSLATIONS,
  type ApplicantSettings,
} from '#domain/applicant-settings'
import { LIMITS } from '#domain/limits'
import { eg } from '../trpc/example.ts'
import { anyText } from '../trpc/inputs.ts'

const reason = anyText().max(LIMITS.reasonLength).nullable()
const translation = anyText().max(LIMITS.authorizationLength)
const record = <Key extends string, Value extends z.ZodType>(names: readonly Key[], value: Value) =>
  z.strictObject(Object.fromEntries(names.map((name) => [name, value])) as Record<Key, Value>)

const settings = z.strictObject({
  receiptMail: z.boolean(),
  receiptCopy: z.boolean(),
  addDocuments: z.boolean(),
  nextSteps: z.boolean(),
  secondSignerElsewhere: z.boolean(),
  showDecisions: z.boolean(),
  waitForSecondSigner: z.boolean(),
  sharedDevice: z.boolean(),
  sectionsOnPhones: z.enum(SECTIONS_ON_PHONES),
  reasons: record(REASONS, reason),
  translations: record(TRANSLATIONS, translation),
}) satisfies z.ZodType<ApplicantSettings>

export const applicantSettingsOutput = eg(settings, DEFAULT_APPLICANT_SETTINGS)

/** An absent setting keeps its value. */
export const applicantSettingsInput = settings
  .extend({ reasons: settings.shape.reasons.partial(), translations: settings.shape.translations.partial() })
  .partial()
  .meta({
    description:
      'How applicants are treated. `reasons`: why an answer is asked; null is our text, empty shows none. ' +
      '`translations`: of the authorization text, shown beside the binding English one',
    example: { receiptMail: false, sectionsOnPhones: 'all' },
  })
export type ApplicantSettingsInput = z.infer<typeof applicantSettingsInput>
