import { LIMITS } from '#domain/limits'

export function maxFileBytes(): number {
  const written = document.querySelector<HTMLMetaElement>('meta[name="max-file-bytes"]')?.content ?? ''
  return /^\d+$/.test(written) ? Number(written) : LIMITS.fileBytes
}
