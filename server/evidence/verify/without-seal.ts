import { toText } from './pdf-file.ts'
import type { Verdict } from './verify-pdf.ts'

export const NOTHING_PROVEN = { sealedAt: null, timestampedAt: null, sealedBy: null, evidence: null } as const

/** A file that once had a seal is not merely one without. */
export const withoutSeal = (bytes: Uint8Array, problem: 'noSeal' | 'unreadable'): Verdict => {
  const hadSeal = /ByteRange|ETSI\.CAdES|adbe\.pkcs7/.test(toText(bytes))
  return {
    ...NOTHING_PROVEN,
    state: hadSeal ? 'changed' : 'not_sealed',
    problem: hadSeal ? 'damaged' : problem,
  }
}
