import { readSettings, serialiseSettings, SettingsError } from '#domain/catalogue/settings'
import { serverMessages } from '#domain/messages/server'
import { fieldError } from '../../errors.ts'
import { jsonTextProblem } from '../../trpc/json-text.ts'

const words = serverMessages.company

type WithSettings = { appEditorSettings?: string | undefined }

export const NO_SETTINGS: WithSettings = { appEditorSettings: '' }

/**
 * The column to write, with canonical keys; '' stays, and shows every field. A record may be sent back as it was read, so
 * the stored text is taken even if it holds entries that are refused now.
 *
 * @throws AppError invalid_input that names the first entry which is no setting or no boolean
 */
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
