import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Language } from '#domain/language'
import type { LanguagePack } from '#domain/messages/language-pack'
import { wordsIn } from '#domain/messages/localized-text'
import { keepLatest } from '../lib/keep-latest.ts'
import type { Services } from '../services.ts'
import type { PageData } from './form-page.ts'

/** Implemented by form/drawn-page.tsx. @returns null where the page shows no form */
export type DrawPage = (data: PageData, pack: LanguagePack) => string | null

export type FormDrawing = (data: PageData, language: Language) => string | null

/** Drawing takes milliseconds; a drawing and its key have some 10 kB. */
const MOST_KEPT = 100

/** In development, where no build exists, nothing is drawn. A drawing depends on the link's data, not on the visitor. */
export async function loadDrawing(folder: string, log: Services['log']): Promise<FormDrawing> {
  const file = path.join(folder, 'form/drawn-page.mjs')
  if (!existsSync(file)) return () => null
  const { drawPage }: { drawPage: DrawPage } = await import(pathToFileURL(file).href)
  const keep = keepLatest<string | null>(MOST_KEPT)

  const draw: FormDrawing = (data, language) => {
    try {
      return drawPage(data, wordsIn(language).pack)
    } catch (error) {
      log.error(error, 'a form could not be drawn; the browser draws it')
      return null
    }
  }

  return (data, language) => keep(`${language} ${JSON.stringify(data)}`, () => draw(data, language))
}
