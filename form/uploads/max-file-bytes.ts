import { LIMITS } from '#domain/limits'

/** What the operator allows a file to weigh, which the server writes into the page; else the product's own limit. */
export function maxFileBytes(): number {
  const written = document.querySelector<HTMLMetaElement>('meta[name="max-file-bytes"]')?.content ?? ''
  return /^\d+$/.test(written) ? Number(written) : LIMITS.fileBytes
}
