import { PdfArray, PdfDict } from '@libpdf/core'
import type { Resolver } from './pdf-parts.ts'

const MOST_FIELDS = 10_000

/** Takes signatures off the form, as those of a file that is changed are void; how they look stays. */
export function withoutSignatures(catalog: PdfDict, resolve: Resolver): void {
  for (const key of ['Perms', 'DSS']) catalog.delete(key)
  const form = catalog.getDict('AcroForm', resolve)
  form?.delete('SigFlags')
  const seen = new Set<PdfDict>()
  const waiting = [form?.getArray('Fields', resolve)]
  for (let fields = waiting.pop(); fields && seen.size < MOST_FIELDS; fields = waiting.pop()) {
    for (const entry of fields) {
      const field = entry.type === 'ref' ? resolve(entry) : entry
      if (!(field instanceof PdfDict) || seen.has(field)) continue
      seen.add(field)
      if (field.getName('FT', resolve)?.value === 'Sig') field.delete('V')
      const kids = field.get('Kids', resolve)
      if (kids instanceof PdfArray) waiting.push(kids)
    }
  }
}
