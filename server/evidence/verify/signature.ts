import { CmsError, parseCms, toHex } from './cms.ts'
import type { PdfFile } from './pdf-file.ts'
import { isName, numbers, Ref, Text, type Dict, type Value } from './pdf-syntax.ts'

/** A field of the form that holds a signature or a document time stamp. */
export type Signature = {
  isTimestamp: boolean
  range: number[]
  contents: Text | null
}

const FIELDS = 500

/** @returns the signatures that a reader of the file finds */
export async function findSignatures(file: PdfFile): Promise<Signature[]> {
  const catalog = await file.dict(file.trailer?.get('Root'))
  const form = await file.resolve(catalog.get('AcroForm'))
  if (!(form instanceof Map)) return []
  const found: Signature[] = []
  const seen = new Set<number>()
  const waiting: { field: Value; type: Value }[] = (await file.array(form.get('Fields'))).map((field) => ({
    field,
    type: null,
  }))
  for (let next = waiting.shift(); next && seen.size < FIELDS; next = waiting.shift()) {
    if (!(next.field instanceof Ref) || seen.has(next.field.id)) continue
    seen.add(next.field.id)
    const field = await file.dict(next.field)
    const type = (await file.resolve(field.get('FT'))) ?? next.type
    const kids = (await file.array(field.get('Kids'))).slice(0, FIELDS)
    waiting.push(...kids.map((kid) => ({ field: kid, type })))
    const value = await file.resolve(field.get('V'))
    if (isName(type, 'Sig') && value instanceof Map) found.push(toSignature(value))
  }
  return found
}

export function toSignature(dict: Dict): Signature {
  const contents = dict.get('Contents')
  return {
    isTimestamp: isName(dict.get('SubFilter'), 'ETSI.RFC3161'),
    range: numbers(dict.get('ByteRange')),
    contents: contents instanceof Text ? contents : null,
  }
}

function toBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

export type OpenSignature = ReturnType<typeof openSignature>

/**
 * Opens what a signature says. It covers the file from its first byte to `end`, but for the value of /Contents.
 * @throws CmsError
 */
export function openSignature({ bytes }: PdfFile, { range, contents }: Signature) {
  const [from, first, second, rest] = range
  if (range.length !== 4 || contents === null || from !== 0) throw new CmsError('damaged')
  const end = (second ?? 0) + (rest ?? 0)
  if (first !== contents.from || second !== contents.to || end > bytes.length) throw new CmsError('range')
  const covered = new Uint8Array(end - (second - first))
  covered.set(bytes.subarray(0, first))
  covered.set(bytes.subarray(second, end), first)
  const cms = parseCms(toBytes(contents.value))
  return { cms, covered, end, range }
}

/** Lowercase digits of the signature, and zeros behind it. @throws CmsError */
export function requireForm(
  { text }: PdfFile,
  { range: [, from, to] }: OpenSignature,
  der: Uint8Array,
): void {
  const digits = text.slice((from ?? 0) + 1, (to ?? 0) - 1)
  if (digits !== toHex(der).padEnd(digits.length, '0')) throw new CmsError('rewritten')
}
