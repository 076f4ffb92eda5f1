import type { Language } from '#domain/language'
import { wordsIn } from '#domain/messages/localized-text'
import type { ErrorBody } from '../errors.ts'
import type { PublicLink } from '../entities/link/public-link.ts'
import { attribute, escapeHtml } from './pages.ts'

export type PageData = { link: { status: 'success'; data: PublicLink } | ErrorBody; closed: boolean }

export type FormPage = {
  language: Language
  embedded: boolean
  maxFileBytes: number
  draftDays: number
  data: PageData | null
  preload: readonly string[]
  /** The first section, drawn by React; null where the page has no form. */
  drawing: string | null
}

export function formPage(built: string, page: FormPage): string {
  const { pack, page: around } = wordsIn(page.language)
  const words = pack.form
  const waiting = `<p class="loading" role="status">${escapeHtml(words.loading)}</p>`
  const [title, root] =
    page.drawing === null
      ? [
          `<title>${escapeHtml(words.title)}</title>`,
          `<div id="root"><main><h1 class="only-heard">${escapeHtml(words.title)}</h1>${waiting}</main></div>`,
        ]
      : splitDrawing(page.drawing, waiting)
  const head = [
    ...(page.data ? [`<meta name="application" ${attribute('content', JSON.stringify(page.data))}>`] : []),
    ...page.preload.map((url) => `<link rel="modulepreload" ${attribute('href', url)}>`),
  ]
  const replacements: [pattern: RegExp, by: string][] = [
    [/<html lang="en">/, `<html lang="${page.language}"${page.embedded ? ' class="embedded"' : ''}>`],
    [/__MAX_FILE_BYTES__/, String(page.maxFileBytes)],
    [/__DRAFT_DAYS__/, String(page.draftDays)],
    [/<title>[^<]*<\/title>/, title],
    [/(?=<\/head>)/, head.join('')],
    [/<div id="root">.*?<\/div>/s, root],
    [/(?<=<noscript><p[^>]*>)[^<]*/, escapeHtml(around.noScript)],
  ]
  // A replacement text would have its `$&` expanded.
  return replacements.reduce((html, [pattern, by]) => html.replace(pattern, () => by), built)
}

/** React puts the title first, which belongs in the head. Visitors with a draft see `waiting` instead of the form. */
function splitDrawing(drawing: string, waiting: string): [title: string, root: string] {
  const [title = ''] = /<title>.*?<\/title>/s.exec(drawing) ?? []
  return [title, `<div id="root">${drawing.slice(drawing.indexOf('<main'))}</div>${waiting}`]
}
