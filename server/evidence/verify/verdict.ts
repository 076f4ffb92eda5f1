import type { SealProblem } from '#domain/messages/verify'
import { toText } from './pdf-file.ts'
import type { Evidence } from './evidence.ts'

/** A certificate of this installation: one that seals, or one that its seals and their time stamps carry. */
export type KnownCertificate = { fingerprint: string; seals: boolean; revokedAt: string | null }

export type SealState = 'sealed' | 'copy' | 'changed' | 'foreign' | 'not_sealed'

export type Verdict = {
  state: SealState
  sealedAt: string | null
  timestampedAt: string | null
  sealedBy: string | null
  evidence: Evidence | null
  problem: SealProblem | null
}

export const NOTHING_PROVEN = { sealedAt: null, timestampedAt: null, sealedBy: null, evidence: null } as const

/** A file that once had a seal is not merely one without. */
export const withoutSeal = (bytes: Uint8Array, problem: 'no_seal' | 'unreadable'): Verdict => {
  const hadSeal = /ByteRange|ETSI\.CAdES|adbe\.pkcs7/.test(toText(bytes))
  return {
    ...NOTHING_PROVEN,
    state: hadSeal ? 'changed' : 'not_sealed',
    problem: hadSeal ? 'damaged' : problem,
  }
}
