import { LIMITS } from '#domain/limits'
import { normalized } from '#domain/stream-safe'
import { AppError } from '../../errors.ts'

/** Control characters, lone surrogates, and marks that change the reading order ('exe.fdp' for 'pdf.exe'). */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu

export function cleanFilename(given: string): string {
  const base = normalized(given, 'NFC').split(/[/\\]/).at(-1) ?? ''
  const name = base.replace(UNSEEN, '').replace(/\s+/g, ' ').trim()
  if (name === '' || /^\.*$/.test(name)) throw new AppError('invalid_input', ({ upload }) => upload.badName)
  const characters = [...name]
  if (characters.length <= LIMITS.filenameLength) return name
  const extension = [...(/\.[^.]{1,10}$/.exec(name)?.[0] ?? '')]
  return [...characters.slice(0, LIMITS.filenameLength - extension.length), ...extension].join('')
}

/** Without the characters that Windows refuses in names. */
export const fileSafe = (name: string): string =>
  normalized(name, 'NFC')
    .replace(UNSEEN, '')
    .replace(/[<>:"/\\|?*]+/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '') || 'file'

/** Numbers a name that is `taken`, whatever its case, and takes it. */
export function uniqueName(name: string, taken: Set<string>): string {
  const [, base = '', extension = ''] = /^(.*?)(\.[^.]*)?$/.exec(name) ?? []
  for (let count = 1; ; count += 1) {
    const numbered = count === 1 ? name : `${base} (${count})${extension}`
    if (taken.has(numbered.toLowerCase())) continue
    taken.add(numbered.toLowerCase())
    return numbered
  }
}

/** `Content-Disposition` (RFC 6266): an ASCII name for old clients, and the real one in UTF-8. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = normalized(name, 'NFKD')
    .replace(/[‐-―]/g, '-')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
