import type { Registration } from '../../generated/client.ts'
import { linkMac } from '../audit/chain.ts'
import type { Chain } from '../audit/chain-key.ts'

/** Its key also makes the MACs of merchants. */
export const REGISTRATIONS: Chain = {
  id: 'registrations',
  name: 'the ledger of registrations',
  findRow: (client) => client.registration.findFirst({ select: { id: true } }),
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

export const receiptMac = (key: Uint8Array, before: Uint8Array, receipt: Omit<Registration, 'mac'>) =>
  linkMac(key, before, [
    receipt.companyId,
    String(receipt.number),
    receipt.id,
    receipt.at.toISOString(),
    hex(receipt.digest),
    receipt.merchant && hex(receipt.merchant),
    receipt.until?.toISOString() ?? null,
    receipt.holderId,
  ])
