import type { AuditSeal } from '../../generated/client.ts'
import { chainMac, ChainFollower, type ChainedEntry, type Head } from './chain.ts'

type Fault =
  /** others behind it may be missing too */
  | 'seal-missing'
  /** does not follow the entry before it in its company's chain */
  | 'out-of-place'
  | 'entry-missing'
  | 'altered'
  /** its time is long before that of entries sealed ahead of it */
  | 'late'
  /** sealed long after it was written, perhaps anew */
  | 'sealed-late'
  /** differs from the head that was kept outside */
  | 'other-head'
  | 'cut-off'

export type Finding = {
  fault: Fault
  number: bigint | null
  entryId: bigint | null
  companyId: string | null
  seq: bigint | null
}

const LATE_TOLD = 20

/** No transaction takes so long, so entries are committed in the order of their times but for less than this. */
const LATE_MS = 10 * 60_000

/** A running server seals within seconds, so later ones were sealed anew or while none ran. */
const SEALED_LATE_MS = 60 * 60_000

export class ChainWalk {
  broken: Finding | null = null
  readonly late: Finding[] = []
  sealedLate: { first: Finding; count: number } | null = null
  private number = 0n
  private newest = 0
  private readonly chains: ChainFollower

  constructor(
    private readonly key: Uint8Array,
    kept: readonly Head[],
  ) {
    this.chains = new ChainFollower(kept)
  }

  step(seal: AuditSeal, entry: ChainedEntry | undefined): void {
    if (this.broken) return
    if (seal.number !== this.number + 1n) {
      const number = this.number + 1n
      this.broken = { fault: 'seal-missing', number, entryId: null, companyId: null, seq: null }
      return
    }
    const fault = this.faultOf(seal, entry)
    if (fault) {
      this.broken = toFinding(fault, seal)
      return
    }
    this.number = seal.number
    if (entry) this.noteTime(seal, entry)
  }

  finish(): void {
    if (this.broken) return
    const cut = this.chains.findCut()
    if (cut) this.broken = { fault: 'cut-off', number: null, entryId: null, ...cut }
  }

  reached(): Head[] {
    return this.chains.reached()
  }

  private faultOf(seal: AuditSeal, entry: ChainedEntry | undefined): Fault | null {
    const before = this.chains.headOf(seal.companyId)
    if (seal.seq !== before.seq + 1n) return 'out-of-place'
    if (!entry) return 'entry-missing'
    if ((entry.companyId ?? '') !== seal.companyId) return 'altered'
    const { companyId, seq, mac } = seal
    return this.chains.follow({ companyId, seq, mac }, chainMac(this.key, before.mac, seal, entry))
  }

  private noteTime(seal: AuditSeal, { at }: ChainedEntry): void {
    if (at.getTime() < this.newest - LATE_MS) {
      if (this.late.length < LATE_TOLD) this.late.push(toFinding('late', seal))
    } else if (seal.sealedAt.getTime() > at.getTime() + SEALED_LATE_MS) {
      const { first, count } = this.sealedLate ?? { first: toFinding('sealed-late', seal), count: 0 }
      this.sealedLate = { first, count: count + 1 }
    }
    this.newest = Math.max(this.newest, at.getTime())
  }
}

const toFinding = (fault: Fault, { number, entryId, companyId, seq }: AuditSeal): Finding => ({
  fault,
  number,
  entryId,
  companyId,
  seq,
})
