import { DEFAULT_LANGUAGE, type Language } from '#domain/language'
import { isRecord, parseJson } from '#domain/json'
import { readBuilt } from './built-pages.ts'

const MANIFEST = 'manifest.json'

export async function wordsChunk(folder: string, language: Language): Promise<string[]> {
  if (language === DEFAULT_LANGUAGE) return []
  const manifest = parseJson((await readBuilt(folder, MANIFEST)) ?? '')
  const chunk = isRecord(manifest) ? manifest[`server/domain/messages/${language}.ts`] : null
  return isRecord(chunk) && typeof chunk.file === 'string' ? [`/${chunk.file}`] : []
}
