import { DEFAULT_LANGUAGE, type Language } from '#domain/language'
import { isRecord, parseJson } from '#domain/json'
import { readBuilt } from './built-pages.ts'

/** Where vite tells which file each source became. */
const MANIFEST = 'manifest.json'

/**
 * The script with the form's words in a language, to be fetched together with the form's own, which draws nothing
 * without it. None for the language that the form brings along.
 */
export async function wordsChunk(folder: string, language: Language): Promise<string[]> {
  if (language === DEFAULT_LANGUAGE) return []
  const manifest = parseJson((await readBuilt(folder, MANIFEST)) ?? '')
  const chunk = isRecord(manifest) ? manifest[`server/domain/messages/${language}.ts`] : null
  return isRecord(chunk) && typeof chunk.file === 'string' ? [`/${chunk.file}`] : []
}
