import type { Tx } from '../platform/database/db.ts'
import { createApplicantLink, type NewApplicantLink } from './applicant-link.ts'

const HOUR_MS = 60 * 60 * 1000

type NextLink = Omit<NewApplicantLink, 'expiresAt'> & { hours: number }

/** Makes a link and ends those before it for the same purpose. The caller holds the session's lock. */
export async function replaceApplicantLink(tx: Tx, { hours, ...link }: NextLink): Promise<string> {
  const { formSessionId, purpose } = link
  const where = { formSessionId, purpose, usedAt: null, revokedAt: null }
  await tx.applicantLink.updateMany({ where, data: { revokedAt: new Date() } })
  return createApplicantLink(tx, { ...link, expiresAt: new Date(Date.now() + hours * HOUR_MS) })
}
