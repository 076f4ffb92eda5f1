import { LIMITS } from '#domain/limits'
import type { PageData } from '../../server/http/form-page.ts'

/** The link's data that the server embeds in the page; null without it, as in development. */
export function pageData(): PageData | null {
  const written = document.querySelector<HTMLMetaElement>('meta[name="application"]')?.content
  return written ? JSON.parse(written) : null
}

export const draftDays = (): number => readNumber('draft-days', LIMITS.draftDays)

export const maxFileBytes = (): number => readNumber('max-file-bytes', LIMITS.fileBytes)

function readNumber(name: string, otherwise: number): number {
  const written = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''
  return /^\d+$/.test(written) ? Number(written) : otherwise
}
