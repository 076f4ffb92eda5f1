import { reachesAllCompanies } from '#domain/permissions'
import { asSystem, type Actor } from '../../auth/actor.ts'
import { isSameMac } from '../../crypto/hash-keys.ts'
import { orNotFound } from '../../errors.ts'
import type { Services } from '../../services.ts'
import { createHead, type Head } from '../audit/chain.ts'
import { chainKey } from '../audit/chain-key.ts'
import { matchesDigest } from '../submission/keyed-columns.ts'
import { openTexts, sealedSelect } from '../submission/sealed-submission.ts'
import { readOrNull } from '../submission/submission-row.ts'
import { receiptMac, REGISTRATIONS } from './receipt-chain.ts'

const NO_KEY = new Uint8Array()
const BATCH = 1000

/** Compares a receipt with the one before it and with its submission, as it is now. */
export async function verifyReceipt(
  services: Pick<Services, 'db' | 'keys' | 'log'>,
  actor: Actor,
  id: string,
): Promise<{ isChained: boolean; isUnchanged: boolean | null }> {
  const { db, keys } = services
  const key = (await chainKey(services, REGISTRATIONS)) ?? NO_KEY
  return asSystem(db, 'audit', async (client) => {
    const companyId = reachesAllCompanies(actor) ? undefined : (actor.companyId ?? '')
    const receipt = orNotFound(await client.registration.findFirst({ where: { id, companyId } }))
    const place = { companyId: receipt.companyId, number: receipt.number - 1n }
    const before = await client.registration.findUnique({ where: { companyId_number: place } })
    const row = await client.formSubmission.findUnique({ where: { id }, select: sealedSelect })
    const texts = row && readOrNull(services, id, () => openTexts(keys, row))
    const mac = receiptMac(key, before?.mac ?? NO_KEY, receipt)
    return {
      isChained: isSameMac(receipt.mac, mac) && (before !== null || receipt.number === 1n),
      isUnchanged: row && texts !== null && matchesDigest(keys, receipt.digest, id, texts),
    }
  })
}

export type Broken = {
  companyId: string
  seq: bigint
  fault: 'missing' | 'altered' | 'other-head' | 'cut-off'
}

/** Walks all receipts. @param kept heads kept outside the database */
export async function verifyReceipts(
  services: Pick<Services, 'db' | 'keys'>,
  kept: readonly Head[],
): Promise<{ heads: Head[]; broken: Broken | null }> {
  const key = (await chainKey(services, REGISTRATIONS)) ?? NO_KEY
  const heads = new Map<string, Head>()
  const headOf = (companyId: string) => heads.get(companyId) ?? createHead(companyId)
  const isAsKept = (head: Head) =>
    kept.every(
      ({ companyId, seq, mac }) =>
        companyId !== head.companyId || seq !== head.seq || isSameMac(mac, head.mac),
    )
  for (let last = createHead(''), found = BATCH; found === BATCH;) {
    const { companyId: company, seq: number } = last
    const rows = await asSystem(services.db, 'audit', (client) =>
      client.registration.findMany({
        where: { OR: [{ companyId: company, number: { gt: number } }, { companyId: { gt: company } }] },
        orderBy: [{ companyId: 'asc' }, { number: 'asc' }],
        take: BATCH,
      }),
    )
    for (const row of rows) {
      const before = headOf(row.companyId)
      last = { companyId: row.companyId, seq: row.number, mac: row.mac }
      const isChained = isSameMac(row.mac, receiptMac(key, before.mac, row))
      const fault =
        row.number !== before.seq + 1n
          ? 'missing'
          : !isChained
            ? 'altered'
            : isAsKept(last)
              ? null
              : 'other-head'
      if (fault) {
        const broken = { companyId: row.companyId, seq: before.seq + 1n, fault } as const
        return { heads: [...heads.values()], broken }
      }
      heads.set(row.companyId, last)
    }
    found = rows.length
  }
  const cut = kept.find(({ companyId, seq }) => seq > headOf(companyId).seq)
  const end = cut && headOf(cut.companyId)
  const broken = end ? { companyId: end.companyId, seq: end.seq + 1n, fault: 'cut-off' as const } : null
  return { heads: [...heads.values()], broken }
}
