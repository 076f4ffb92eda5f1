import { LANGUAGE_NAMES, LANGUAGES, spokenHere, type Language } from '#domain/language'
import { LIMITS } from '#domain/limits'
import type { FormMessages } from '#domain/messages/form'
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
}

/** Draws the same header as React, so that the page neither jumps nor flickers when it takes over. */
export function formPage(built: string, page: FormPage): string {
  const { pack, page: around } = wordsIn(page.language)
  const words = pack.form
  const company = page.data?.link.status === 'success' ? page.data.link.data.company : null
  const title = company ? `${words.title} · ${company.nameOut}` : words.title
  const head = [
    ...(page.data ? [`<meta name="application" ${attribute('content', JSON.stringify(page.data))}>`] : []),
    ...page.preload.map((url) => `<link rel="modulepreload" ${attribute('href', url)}>`),
  ]
  const replacements: [pattern: RegExp, by: string][] = [
    [/<html lang="en">/, `<html lang="${page.language}"${page.embedded ? ' class="embedded"' : ''}>`],
    [/__MAX_FILE_BYTES__/, String(page.maxFileBytes)],
    [/__DRAFT_DAYS__/, String(page.draftDays)],
    [/<title>[^<]*<\/title>/, `<title>${escapeHtml(title)}</title>`],
    [/(?=<\/head>)/, head.join('')],
    [
      /(?<=<div id="root">).*?(?=<\/div>)/s,
      company ? firstPaint(company, page.language) : nobodysPaint(words),
    ],
    [/(?<=<noscript><p[^>]*>)[^<]*/, escapeHtml(around.noScript)],
  ]
  // A replacement text would have its `$&` expanded.
  return replacements.reduce((html, [pattern, by]) => html.replace(pattern, () => by), built)
}

/** The same markup as form/form-header.tsx. */
export function firstPaint(
  { nameOut, logoUrl, pdfLogoUrl }: Pick<PublicLink['company'], 'nameOut' | 'logoUrl' | 'pdfLogoUrl'>,
  language: Language,
): string {
  const words = wordsIn(language).pack.form
  const { width, height } = LIMITS.logoBox
  const logo = logoUrl || pdfLogoUrl
  const image = `<img src="${escapeHtml(logo)}" alt="${escapeHtml(nameOut)}" width="${width}" height="${height}">`
  return (
    `<main class="page"><header class="page-header">` +
    `<div class="page-title"><h1 tabindex="-1">${escapeHtml(words.title)}</h1><p class="company">${escapeHtml(nameOut)}</p></div>` +
    (logo === '' ? '' : `<div class="logo">${image}</div>`) +
    `</header><div class="page-note"><p class="required-note">${escapeHtml(words.requiredNote)}</p>` +
    `<div class="languages" role="group" aria-label="${escapeHtml(words.language)}">` +
    LANGUAGES.map((each) => languageButton(each, each === language)).join('') +
    `</div></div>${loading(words)}</main>`
  )
}

const languageButton = (language: Language, pressed: boolean): string =>
  `<button type="button" class="language" lang="${spokenHere(language)}" aria-pressed="${pressed}">` +
  `${LANGUAGE_NAMES[language]}</button>`

const nobodysPaint = (words: FormMessages): string =>
  `<main><h1 class="only-heard">${escapeHtml(words.title)}</h1>${loading(words)}</main>`

const loading = (words: FormMessages): string =>
  `<p class="loading" role="status">${escapeHtml(words.loading)}</p>`
