import { withActor, withSystem } from '../../auth/actor.ts'
import { orNotFound } from '../../errors.ts'
import { removeRequestMails } from '../../queue/add-job.ts'
import type { Services } from '../../services.ts'
import { recordAuditIn } from '../audit/audit.service.ts'
import type { AuditActor } from '../audit/record-change.ts'
import { findApplicantLink, revokeApplicantLinks } from './applicant-link.ts'
import { PAGE_PURPOSES } from './application.schema.ts'
import { makeReceiptToken } from './receipt-token.ts'

type Needs = Pick<Services, 'db' | 'keys'>
type Ended = { ended: true }

const entry = { act: 'submission-links-ended', objectType: 'submission' } as const

/** Ends the applicant's link that is given, and no other. */
export async function endApplicantLink(services: Needs, token: string, ip: string): Promise<Ended> {
  const link = await findApplicantLink(services, token, PAGE_PURPOSES)
  const { id, purpose, formSessionId, companyId } = link
  const revokedAt = new Date()
  await withSystem(services.db, 'public-form', async (tx) => {
    const ended = { purpose, formSessionId, companyId, revokedAt, expiresAt: revokedAt }
    await tx.applicantLink.upsert({ where: { id }, update: { revokedAt }, create: { id, ...ended } })
    await recordAuditIn(tx, { ...entry, companyId, actor: null, objectId: formSessionId, ip })
  })
  return { ended: true }
}

/** Ends the receipt and all mailed links of a submission. */
export async function endApplicantLinks(
  { db, keys }: Needs,
  { actor, ip }: AuditActor,
  id: string,
): Promise<Ended> {
  const { companyId } = orNotFound(
    await withActor(db, actor, (tx) =>
      tx.formSubmission.findUnique({ where: { id }, select: { companyId: true } }),
    ),
  )
  await withSystem(db, 'public-form', async (tx) => {
    await revokeApplicantLinks(
      tx,
      { id, companyId },
      [...PAGE_PURPOSES, 'signature'],
      makeReceiptToken(keys, id),
    )
    await removeRequestMails(tx, id)
    await recordAuditIn(tx, { ...entry, companyId, actor, objectId: id, ip })
  })
  return { ended: true }
}
