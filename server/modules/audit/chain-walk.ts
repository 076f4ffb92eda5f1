import { timingSafeEqual } from 'node:crypto'
import type { AuditSeal } from '../../generated/client.ts'
import { createHead, chainMac, type ChainedEntry, type Head } from './chain.ts'

/** What is wrong with a row of the log. */
export type Fault =
  /** it is not there; others may be missing behind it */
  | 'seal-missing'
  /** it does not follow the one before it in its company's chain */
  | 'out-of-place'
  | 'entry-missing'
  /** the entry or its seal is not what was written */
  | 'altered'
  /** its time lies long before that of entries sealed ahead of it */
  | 'late'
  /** it was sealed long after it was written, perhaps anew */
  | 'sealed-late'
  /** the chain is another one here than the head says that was kept outside */
  | 'other-head'
  /** the chain ends before the head that was kept outside */
  | 'cut-off'

/** A row that is not as it should be, as far as it is there to tell. */
export type Finding = {
  fault: Fault
  number: bigint | null
  entryId: bigint | null
  companyId: string | null
  seq: bigint | null
}

/** How many entries out of time are told. */
const LATE_TOLD = 20

/** No transaction takes so long, so entries come to light in the order of their times but for less than this. */
const LATE_MS = 10 * 60_000

/** A server with jobs seals within seconds, so what took longer was sealed anew or while none ran. */
const SEALED_LATE_MS = 60 * 60_000

/** Follows the chains of all companies, seal by seal in the order of their numbers, to the first break. */
export class ChainWalk {
  broken: Finding | null = null
  readonly late: Finding[] = []
  /** The first entry that was sealed long after it was written, and how many were. */
  sealedLate: { first: Finding; count: number } | null = null
  private number = 0n
  private newest = 0
  private readonly heads = new Map<string, Head>()
  private readonly keptAt = new Map<string, Head[]>()

  constructor(
    private readonly key: Uint8Array,
    /** heads that were kept outside */
    private readonly kept: readonly Head[],
  ) {
    for (const head of kept) {
      const place = toPlace(head)
      this.keptAt.set(place, [...(this.keptAt.get(place) ?? []), head])
    }
  }

  /** @param entry what the seal is of; undefined: it is gone */
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
    this.heads.set(seal.companyId, { companyId: seal.companyId, seq: seal.seq, mac: seal.mac })
    if (entry) this.noteTime(seal, entry)
  }

  /** To be called behind the last seal. */
  finish(): void {
    if (this.broken) return
    const cut = this.kept.find(({ companyId, seq }) => seq > this.headOf(companyId).seq)
    if (!cut) return
    const { companyId, seq } = this.headOf(cut.companyId)
    this.broken = { fault: 'cut-off', number: null, entryId: null, companyId, seq: seq + 1n }
  }

  /** Where each chain stands. */
  reached(): Head[] {
    return [...this.heads.values()]
  }

  private headOf(companyId: string): Head {
    return this.heads.get(companyId) ?? createHead(companyId)
  }

  private faultOf(seal: AuditSeal, entry: ChainedEntry | undefined): Fault | null {
    const before = this.headOf(seal.companyId)
    if (seal.seq !== before.seq + 1n) return 'out-of-place'
    if (!entry) return 'entry-missing'
    if ((entry.companyId ?? '') !== seal.companyId) return 'altered'
    if (!isSame(seal.mac, chainMac(this.key, before.mac, seal, entry))) return 'altered'
    const kept = this.keptAt.get(toPlace(seal)) ?? []
    return kept.every(({ mac }) => isSame(mac, seal.mac)) ? null : 'other-head'
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

const toPlace = ({ companyId, seq }: Pick<Head, 'companyId' | 'seq'>): string => `${companyId}:${seq}`

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other)
