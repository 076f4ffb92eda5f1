import { nineDigits } from '#domain/catalogue/digits'
import { STATEMENT_TYPE } from '#domain/files'
import { macOver } from '../platform/crypto/hash-keys.ts'
import { LOCKS } from '../platform/database/locks.ts'
import type { Prisma, Registration } from '../generated/client.ts'
import type { Services } from '../services.ts'
import { recordEvent, SYSTEM } from '../events/record-event.ts'
import { chainKey, makeChainKey, type Chain } from '../events/audit/chain-key.ts'
import { toReceiptDigest } from '../submissions/accept/keyed-columns.ts'
import { inviteSelect, readInvite } from '../submissions/signing/read-invite.ts'
import { openDrawn } from '../submissions/signing/drawn-signature.ts'
import { openAnswers, readOrNull } from '../submissions/accept/sealed-submission.ts'
import { additionsSelect } from '../submissions/view/submission-additions.ts'
import { linkMac } from '../events/audit/chain.ts'

const select = {
  ...inviteSelect,
  signatures: true,
  additions: { ...additionsSelect, ...inviteSelect.additions, select: additionsSelect.select },
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
  const row = await db
    .system('job')
    .read((client) => client.formSubmission.findUnique({ where: { id }, select }))
  if (!row || !(await isComplete(services, row))) return
  const { companyId } = row
  const key = (await chainKey(services, REGISTRATIONS)) ?? (await makeChainKey(services, REGISTRATIONS))
  const merchant = toMerchant(services, key, row)
  await db.system('job').write(async (tx) => {
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
      id,
      companyId,
      at,
      merchant,
      number: (last?.number ?? 0n) + 1n,
      digest: toReceiptDigest(row.valuesDigest),
      until: merchant && !holder ? new Date(at.getTime() + config.protectDays * DAY_MS) : null,
      holderId: holder?.id ?? null,
    }
    const mac = receiptMac(key, last?.mac ?? new Uint8Array(), receipt)
    await tx.registration.createMany({ data: { ...receipt, mac } })
    await recordEvent(tx, {
      companyId,
      actor: SYSTEM,
      act: 'submission-registered',
      ip: '',
      objectType: 'submission',
      objectId: id,
      detail: { receipt: Number(receipt.number) },
    })
  })
}

/** Signed, also by the second signer where one was invited, and with a statement. */
const isComplete = async (services: Needs, row: Row): Promise<boolean> =>
  row.formSession.documents.length > 0 &&
  readInvite(services, row) === null &&
  (await openDrawn(services, row)).isSigned

function toMerchant(services: Needs, key: Uint8Array, row: Row): Buffer<ArrayBuffer> | null {
  const digits = readOrNull(services, row.id, () => nineDigits(openAnswers(services.keys, row).taxId ?? ''))
  return digits === null ? null : macOver(key, ['merchant', digits])
}

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
