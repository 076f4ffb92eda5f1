import { nineDigits } from '#domain/catalogue/digits'
import { STATEMENT_TYPE } from '#domain/files'
import { asSystem, withSystem } from '../../auth/actor.ts'
import { macOver } from '../../crypto/hash-keys.ts'
import { LOCKS } from '../../database/locks.ts'
import type { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { recordAuditIn, SYSTEM } from '../audit/audit.service.ts'
import { chainKey, makeChainKey } from '../audit/chain-key.ts'
import { toReceiptDigest } from '../submission/keyed-columns.ts'
import { inviteSelect, readInvite } from '../submission/read-invite.ts'
import { openAnswers } from '../submission/sealed-submission.ts'
import { readOrNull } from '../submission/submission-row.ts'
import { receiptMac, REGISTRATIONS } from './receipt-chain.ts'

const select = {
  ...inviteSelect,
  signatures: true,
  valuesDigest: true,
  formSession: {
    select: { wrappedKey: true, documents: { where: { documentType: STATEMENT_TYPE }, take: 1 } },
  },
} satisfies Prisma.FormSubmissionSelect

type Row = Prisma.FormSubmissionGetPayload<{ select: typeof select }>
type Needs = Pick<Services, 'db' | 'keys' | 'config' | 'log'>

const DAY_MS = 24 * 60 * 60_000

/**
 * Gives a complete submission its receipt, once. Runs the same statements whether the merchant is registered or not,
 * under one lock for all merchants, so that no company can tell by the time it takes.
 */
export async function registerSubmission(services: Needs, { id }: { id: string }): Promise<void> {
  const { db, config } = services
  const row = await asSystem(db, 'job', (client) =>
    client.formSubmission.findUnique({ where: { id }, select }),
  )
  if (!row || !isComplete(services, row)) return
  const { companyId } = row
  const key = (await chainKey(services, REGISTRATIONS)) ?? (await makeChainKey(services, REGISTRATIONS))
  const merchant = toMerchant(services, key, row)
  await withSystem(db, 'job', async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCKS.registration})`
    const [now] = await tx.$queryRaw<{ at: Date }[]>`SELECT clock_timestamp()::timestamptz(3) AS "at"`
    const isKnown = (await tx.registration.count({ where: { id } })) > 0
    if (!now || isKnown) return
    const { at } = now
    const holder = await tx.registration.findFirst({
      where: { merchant: merchant ?? Buffer.alloc(0), until: { gt: at } },
      select: { id: true },
    })
    const last = await tx.registration.findFirst({ where: { companyId }, orderBy: { number: 'desc' } })
    const receipt = {
      ...{ id, companyId, at, merchant, number: (last?.number ?? 0n) + 1n },
      digest: toReceiptDigest(row.valuesDigest),
      until: merchant && !holder ? new Date(at.getTime() + config.protectDays * DAY_MS) : null,
      holderId: holder?.id ?? null,
    }
    const mac = receiptMac(key, last?.mac ?? new Uint8Array(), receipt)
    await tx.registration.createMany({ data: { ...receipt, mac } })
    await recordAuditIn(tx, {
      ...{ companyId, actor: SYSTEM, act: 'submission-registered', ip: '' },
      ...{ objectType: 'submission', objectId: id, detail: { receipt: Number(receipt.number) } },
    })
  })
}

/** Signed, also by the second signer where one was invited, and with a statement. */
const isComplete = (services: Needs, row: Row): boolean =>
  row.formSession.documents.length > 0 &&
  (row.signatures !== null || row.additions.length > 0) &&
  readInvite(services, row) === null

function toMerchant(services: Needs, key: Uint8Array, row: Row): Buffer<ArrayBuffer> | null {
  const digits = readOrNull(services, row.id, () => nineDigits(openAnswers(services.keys, row).taxId ?? ''))
  return digits === null ? null : macOver(key, ['merchant', digits])
}
