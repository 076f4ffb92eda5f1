import { parseApplicantSettings, type ApplicantSettings } from '#domain/applicant-settings'
import { readSettings, serialiseSettings, SettingsError } from '#domain/catalogue/settings'
import { serverMessages } from '#domain/messages/server'
import { fieldError } from '../../errors.ts'
import type { ApplicantSettingsInput } from '../../applicant/applicant-settings.schema.ts'
import { jsonTextProblem } from '../../trpc/json-text.ts'

const words = serverMessages.company

type WithSettings = { appEditorSettings?: string | undefined }

export const NO_SETTINGS: WithSettings = { appEditorSettings: '' }

/** '' shows every field. Takes the stored text back unchanged, even if it holds entries that are refused now. */
export function settingsToStore(sent: WithSettings, stored: WithSettings): WithSettings {
  const text = sent.appEditorSettings
  if (text === undefined || text === stored.appEditorSettings) return {}
  if (text.trim() === '') return NO_SETTINGS
  const invalid = jsonTextProblem(text)
  if (invalid) throw fieldError('appEditorSettings', invalid)
  const { settings, problems } = read(text)
  const [first] = problems
  if (!first) return { appEditorSettings: serialiseSettings(settings) }
  const sentence = first.is === 'unknown' ? words.unknownSetting : words.settingNotBoolean
  throw fieldError('appEditorSettings', sentence(first.name))
}

function read(text: string) {
  try {
    return readSettings(text)
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error
    throw fieldError('appEditorSettings', words.settings)
  }
}

type WithApplicantSettings = { applicantSettings?: ApplicantSettingsInput | undefined }

export function applicantSettingsToStore(
  { applicantSettings: sent }: WithApplicantSettings,
  stored: { applicantSettings: unknown },
): { applicantSettings?: ApplicantSettings } {
  if (sent === undefined) return {}
  const before = parseApplicantSettings(stored.applicantSettings)
  return {
    applicantSettings: {
      ...before,
      ...sent,
      reasons: { ...before.reasons, ...sent.reasons },
      translations: { ...before.translations, ...sent.translations },
    },
  }
}
