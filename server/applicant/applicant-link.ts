import { LIMITS } from '#domain/limits'
import type { Tx } from '../platform/database/db.ts'
import { hashToken, newToken } from '../auth/tokens.ts'
import { AppError } from '../errors.ts'
import type { ApplicantLinkPurpose } from '../generated/enums.ts'
import type { Services } from '../services.ts'
import { verifyReceiptToken } from './receipt-token.ts'

type Needs = Pick<Services, 'db' | 'keys'>

export type FoundApplicantLink = {
  id: string
  purpose: ApplicantLinkPurpose
  formSessionId: string
  companyId: string
  /** whose signature it takes */
  signer: number
  /** sealed; null for a receipt */
  detail: Uint8Array | null
}

export type NewApplicantLink = {
  purpose: Exclude<ApplicantLinkPurpose, 'receipt'>
  formSessionId: string
  companyId: string
  expiresAt: Date
  signer?: number
  detail?: Uint8Array<ArrayBuffer>
}

/** @returns the token, which is stored nowhere */
export async function createApplicantLink(
  tx: Tx,
  link: NewApplicantLink,
  token = newToken(),
): Promise<string> {
  await tx.applicantLink.create({ data: { id: hashToken(token), ...link }, select: { id: true } })
  return token
}

const ended = () => new AppError('link_ended')

/**
 * An unknown, used, revoked or expired link and one for another purpose get the same error. So does a link of a request
 * that is answered, unless `answered`: it only says that everything was received.
 * @throws AppError link_ended
 */
export async function findApplicantLink(
  services: Needs,
  token: string,
  purposes: readonly ApplicantLinkPurpose[],
  { answered = false } = {},
): Promise<FoundApplicantLink> {
  const id = hashToken(token)
  const submissionId = purposes.includes('receipt') ? verifyReceiptToken(services.keys, token) : null
  return services.db.system('public-form').read(async (client) => {
    const row = await client.applicantLink.findUnique({ where: { id } })
    if (row) {
      const { purpose, formSessionId, companyId, signer, detail } = row
      const isOpen = row.usedAt === null && row.revokedAt === null && row.expiresAt > new Date()
      if (!isOpen || !purposes.includes(purpose)) throw ended()
      const asked = { submissionId: formSessionId, state: 'open' } as const
      if (purpose === 'request' && !answered && !(await client.submissionRequest.count({ where: asked })))
        throw ended()
      return { id, purpose, formSessionId, companyId, signer, detail }
    }
    const submission =
      submissionId !== null &&
      !(await isReceiptRevoked(client, submissionId)) &&
      (await client.formSubmission.findUnique({
        where: { id: submissionId },
        select: { companyId: true, createdAt: true },
      }))
    if (!submission || submission.createdAt.getTime() < Date.now() - RECEIPT_MS) throw ended()
    const { companyId } = submission
    return { id, purpose: 'receipt', formSessionId: submissionId, companyId, signer: 1, detail: null }
  })
}

/** By the submission: a receipt is written in several ways, and differently under an earlier MAC key. */
export const isReceiptRevoked = async (
  client: Pick<Tx, 'applicantLink'>,
  formSessionId: string,
): Promise<boolean> =>
  (await client.applicantLink.count({
    where: { formSessionId, purpose: 'receipt', revokedAt: { not: null } },
  })) > 0

/** Also a link that was signed by, which shows its holder that it was. @throws AppError link_ended */
export async function findSignatureLink(
  services: Needs,
  token: string,
): Promise<Omit<FoundApplicantLink, 'detail'> & { usedAt: Date | null }> {
  const open = { id: hashToken(token), purpose: 'signature', revokedAt: null } as const
  const row = await services.db.system('public-form').read((client) =>
    client.applicantLink.findFirst({
      where: { ...open, expiresAt: { gt: new Date() } },
      select: { id: true, purpose: true, formSessionId: true, companyId: true, signer: true, usedAt: true },
    }),
  )
  if (!row) throw ended()
  return row
}

const DAY_MS = 24 * 60 * 60 * 1000
const RECEIPT_MS = LIMITS.receiptDays * DAY_MS

export const applicantLinkExpiry = (days: number, now = Date.now()): Date => new Date(now + days * DAY_MS)

/**
 * Marks a link as used, once, in the transaction of what it was used for.
 * @throws AppError link_ended when another call came first
 */
export async function useApplicantLink(tx: Tx, id: string): Promise<void> {
  const { count } = await tx.applicantLink.updateMany({
    where: { id, usedAt: null, revokedAt: null, expiresAt: { gt: new Date() } },
    data: { usedAt: new Date() },
  })
  if (count === 0) throw ended()
}

/** Ends links of a submission. A receipt gets a row, as it has none until then. */
export async function revokeApplicantLinks(
  tx: Tx,
  { id: formSessionId, companyId }: { id: string; companyId: string },
  purposes: readonly ApplicantLinkPurpose[],
  receipt: string,
): Promise<void> {
  const revokedAt = new Date()
  const where = { formSessionId, purpose: { in: [...purposes] }, revokedAt: null }
  await tx.applicantLink.updateMany({ where, data: { revokedAt } })
  if (!purposes.includes('receipt')) return
  const data = { id: hashToken(receipt), purpose: 'receipt' as const, formSessionId, companyId }
  await tx.applicantLink.createMany({
    data: { ...data, revokedAt, expiresAt: revokedAt },
    skipDuplicates: true,
  })
}

const HOUR_MS = 60 * 60 * 1000

type NextLink = Omit<NewApplicantLink, 'expiresAt'> & { hours: number }

/** Makes a link and ends those before it for the same purpose. The caller holds the session's lock. */
export async function replaceApplicantLink(tx: Tx, { hours, ...link }: NextLink): Promise<string> {
  const { formSessionId, purpose, signer = 2 } = link
  const where = { formSessionId, purpose, signer, usedAt: null, revokedAt: null }
  await tx.applicantLink.updateMany({ where, data: { revokedAt: new Date() } })
  return createApplicantLink(tx, { ...link, expiresAt: new Date(Date.now() + hours * HOUR_MS) })
}
