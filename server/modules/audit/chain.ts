import { createHmac } from 'node:crypto'
import { Prisma } from '../../generated/client.ts'

/** An entry of the log as it is sealed: `detail` is the database's own text of it, which is the same every time. */
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

/** The columns of a ChainedEntry, of `"AuditEntry" AS entry`. */
export const CHAINED_COLUMNS = Prisma.sql`entry."id", entry."at", entry."companyId", entry."actorId",
  entry."actorName", entry."act", entry."objectType", entry."objectId", entry."ip", entry."detail"::text AS "detail"`

/** Where a seal stands: `number` among all, `seq` within the chain of its company, whose id is '' where there is none. */
export type Place = { number: bigint; companyId: string; seq: bigint; sealedAt: Date }

/** The end of a company's chain. */
export type Head = { companyId: string; seq: bigint; mac: Uint8Array<ArrayBuffer> }

/** What comes before the first entry of a chain. */
export const createHead = (companyId: string): Head => ({ companyId, seq: 0n, mac: new Uint8Array() })

/** HMAC-SHA256 over the mac before, the seal's place and every column of the entry, none of which can run into another. */
export function chainMac(
  key: Uint8Array,
  before: Uint8Array,
  place: Place,
  entry: ChainedEntry,
): Buffer<ArrayBuffer> {
  const parts = [
    VERSION,
    Buffer.from(before).toString('hex'),
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
  ]
  return createHmac('sha256', key).update(JSON.stringify(parts)).digest()
}

/** Another way to write an entry down gets another number, so that old seals stay good. */
const VERSION = 1

/** Stands for the chain of what belongs to no company. */
const NO_COMPANY = '-'

/** A head as it is printed, logged and kept outside: company:seq:mac. */
export const headText = ({ companyId, seq, mac }: Head): string =>
  `${companyId || NO_COMPANY}:${seq}:${Buffer.from(mac).toString('hex')}`

/** The heads that a text holds, such as an earlier print of theirs or lines of the log. */
export const headsIn = (text: string): Head[] =>
  [...text.matchAll(/([\w-]+):(\d{1,18}):([0-9a-f]{64})(?![0-9a-f])/g)].map(
    ([, company = '', seq = '', mac = '']) => ({
      companyId: company === NO_COMPANY ? '' : company,
      seq: BigInt(seq),
      mac: new Uint8Array(Buffer.from(mac, 'hex')),
    }),
  )
