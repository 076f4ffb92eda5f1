import { LIMITS } from '#domain/limits'
import type { PageData } from '../../server/http/form-page.ts'

/**
 * What the server wrote into the page about its link, so that nothing need be asked before the form is drawn. null
 * where it could not, and in development.
 */
export function pageData(): PageData | null {
  const written = document.querySelector<HTMLMetaElement>('meta[name="application"]')?.content
  return written ? JSON.parse(written) : null
}

/** For how many days the operator keeps what is not submitted, which the server writes into the page. */
export function draftDays(): number {
  const written = document.querySelector<HTMLMetaElement>('meta[name="draft-days"]')?.content ?? ''
  return /^\d+$/.test(written) ? Number(written) : LIMITS.draftDays
}
