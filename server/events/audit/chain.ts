import { createHmac } from 'node:crypto'
import { Prisma } from '../../generated/client.ts'
import { isSameMac } from '../../platform/crypto/hash-keys.ts'

/** `detail` is the database's own text, which never changes. */
export type ChainedEntry = {
  id: bigint
  at: Date
  companyId: string | null
  actorId: string | null
  actorName: string
  act: string
  objectType: string
  objectId: string
  ip: string
  detail: string
}

export const CHAINED_COLUMNS = Prisma.sql`entry."id", entry."at", entry."companyId", entry."actorId",
  entry."actorName", entry."act", entry."objectType", entry."objectId", entry."ip", entry."detail"::text AS "detail"`

/** `number` counts all seals, `seq` those of one company; '' is the chain of entries without a company. */
type Place = { number: bigint; companyId: string; seq: bigint; sealedAt: Date }

export type Head = { companyId: string; seq: bigint; mac: Uint8Array<ArrayBuffer> }

export const createHead = (companyId: string): Head => ({ companyId, seq: 0n, mac: new Uint8Array() })

/** HMAC-SHA256 over the previous mac, the seal's place and every column, each with its length. */
export function chainMac(
  key: Uint8Array,
  before: Uint8Array,
  place: Place,
  entry: ChainedEntry,
): Buffer<ArrayBuffer> {
  return linkMac(key, before, [
    String(place.number),
    place.companyId,
    String(place.seq),
    place.sealedAt.toISOString(),
    String(entry.id),
    entry.at.toISOString(),
    entry.companyId,
    entry.actorId,
    entry.actorName,
    entry.act,
    entry.objectType,
    entry.objectId,
    entry.ip,
    entry.detail,
  ])
}

/** Chains `parts` to the row before. */
export function linkMac(
  key: Uint8Array,
  before: Uint8Array,
  parts: readonly (string | null)[],
): Buffer<ArrayBuffer> {
  const linked = [VERSION, Buffer.from(before).toString('hex'), ...parts]
  return createHmac('sha256', key).update(JSON.stringify(linked)).digest()
}

/** Raise it to change the format; old seals stay valid. */
const VERSION = 1

/** Follows the chains of all companies from their beginnings. @param kept heads kept outside the database */
export class ChainFollower {
  private readonly heads = new Map<string, Head>()
  private readonly keptAt = new Map<string, Head[]>()

  constructor(private readonly kept: readonly Head[]) {
    for (const head of kept) {
      const place = toPlace(head)
      this.keptAt.set(place, [...(this.keptAt.get(place) ?? []), head])
    }
  }

  headOf(companyId: string): Head {
    return this.heads.get(companyId) ?? createHead(companyId)
  }

  reached(): Head[] {
    return [...this.heads.values()]
  }

  /** @param expected the mac that the row must have */
  follow(head: Head, expected: Uint8Array): 'altered' | 'other-head' | null {
    if (!isSameMac(head.mac, expected)) return 'altered'
    const kept = this.keptAt.get(toPlace(head)) ?? []
    if (!kept.every(({ mac }) => isSameMac(mac, head.mac))) return 'other-head'
    this.heads.set(head.companyId, head)
    return null
  }

  /** @returns the first place that was cut off */
  findCut(): { companyId: string; seq: bigint } | null {
    const cut = this.kept.find(({ companyId, seq }) => seq > this.headOf(companyId).seq)
    return cut ? { companyId: cut.companyId, seq: this.headOf(cut.companyId).seq + 1n } : null
  }
}

const toPlace = ({ companyId, seq }: Head): string => `${companyId}:${seq}`

const NO_COMPANY = '-'

/** company:seq:mac */
export const headText = ({ companyId, seq, mac }: Head): string =>
  `${companyId || NO_COMPANY}:${seq}:${Buffer.from(mac).toString('hex')}`

export const headsIn = (text: string): Head[] =>
  readHeads(text.matchAll(/([\w-]+):(\d{1,18}):([0-9a-f]{64})(?![0-9a-f])/g))

/** receipts/company/seq/mac, unlike a head of the audit log */
export const receiptHeadText = (head: Head): string => `receipts/${headText(head).replaceAll(':', '/')}`

export const receiptHeadsIn = (text: string): Head[] =>
  readHeads(text.matchAll(/receipts\/([\w-]+)\/(\d{1,18})\/([0-9a-f]{64})(?![0-9a-f])/g))

const readHeads = (found: Iterable<RegExpExecArray>): Head[] =>
  [...found].map(([, company = '', seq = '', mac = '']) => ({
    companyId: company === NO_COMPANY ? '' : company,
    seq: BigInt(seq),
    mac: new Uint8Array(Buffer.from(mac, 'hex')),
  }))
