import { isNarrowed, reachesAllCompanies } from '#domain/permissions'
import type { Actor } from '../auth/actor.ts'
import { isSameMac } from '../platform/crypto/hash-keys.ts'
import { orNotFound } from '../errors.ts'
import type { Services } from '../services.ts'
import { ChainFollower, createHead, type Head } from '../events/audit/chain.ts'
import { chainKey } from '../events/audit/chain-key.ts'
import { matchesDigest } from '../submissions/accept/keyed-columns.ts'
import { openTexts, sealedSelect, readOrNull } from '../submissions/accept/sealed-submission.ts'
import { receiptMac, REGISTRATIONS } from './register.service.ts'

const NO_KEY = new Uint8Array()
const BATCH = 1000

/** Compares a receipt with the one before it and with its submission, as it is now. */
export async function verifyReceipt(
  services: Pick<Services, 'db' | 'keys' | 'log'>,
  actor: Actor,
  id: string,
): Promise<{ isChained: boolean; isUnchanged: boolean | null }> {
  const { db, keys } = services
  const find = { where: { id }, select: { id: true } }
  if (isNarrowed(actor)) orNotFound(await db.as(actor).read((tx) => tx.formSubmission.findUnique(find)))
  const key = (await chainKey(services, REGISTRATIONS)) ?? NO_KEY
  return db.system('audit').read(async (client) => {
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
  const chains = new ChainFollower(kept)
  for (let last = createHead(''), found = BATCH; found === BATCH;) {
    const { companyId: company, seq: number } = last
    const rows = await services.db.system('audit').read((client) =>
      client.registration.findMany({
        where: { OR: [{ companyId: company, number: { gt: number } }, { companyId: { gt: company } }] },
        orderBy: [{ companyId: 'asc' }, { number: 'asc' }],
        take: BATCH,
      }),
    )
    for (const row of rows) {
      const before = chains.headOf(row.companyId)
      last = { companyId: row.companyId, seq: row.number, mac: row.mac }
      const seq = before.seq + 1n
      const fault = row.number === seq ? chains.follow(last, receiptMac(key, before.mac, row)) : 'missing'
      if (fault) return { heads: chains.reached(), broken: { companyId: row.companyId, seq, fault } }
    }
    found = rows.length
  }
  const cut = chains.findCut()
  return { heads: chains.reached(), broken: cut && { ...cut, fault: 'cut-off' } }
}
