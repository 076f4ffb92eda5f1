import { orNotFound } from '../errors.ts'
import { removeRequestMails } from '../platform/queue/add-job.ts'
import type { Services } from '../services.ts'
import { recordEvent, type AuditActor } from '../events/record-event.ts'
import { findApplicantLink, revokeApplicantLinks } from './applicant-link.ts'
import { PAGE_PURPOSES } from './application.schema.ts'
import { makeReceiptToken } from './receipt-token.ts'

type Needs = Pick<Services, 'db' | 'keys'>
type Ended = { ended: true }

const entry = { act: 'submission-links-ended', objectType: 'submission' } as const

export async function endApplicantLink(services: Needs, token: string, ip: string): Promise<Ended> {
  const link = await findApplicantLink(services, token, PAGE_PURPOSES, { answered: true })
  const { id, purpose, formSessionId, companyId } = link
  const revokedAt = new Date()
  await services.db.system('public-form').write(async (tx) => {
    const ended = { purpose, formSessionId, companyId, revokedAt, expiresAt: revokedAt }
    await tx.applicantLink.upsert({ where: { id }, update: { revokedAt }, create: { id, ...ended } })
    await recordEvent(tx, { ...entry, companyId, actor: null, objectId: formSessionId, ip })
  })
  return { ended: true }
}

export async function endApplicantLinks(
  { db, keys }: Needs,
  { actor, ip }: AuditActor,
  id: string,
): Promise<Ended> {
  const { companyId } = orNotFound(
    await db
      .as(actor)
      .write((tx) => tx.formSubmission.findUnique({ where: { id }, select: { companyId: true } })),
  )
  await db.system('public-form').write(async (tx) => {
    await revokeApplicantLinks(
      tx,
      { id, companyId },
      [...PAGE_PURPOSES, 'signature'],
      makeReceiptToken(keys, id),
    )
    await removeRequestMails(tx, id)
    await recordEvent(tx, { ...entry, companyId, actor, objectId: id, ip })
  })
  return { ended: true }
}
