import { canPerform } from '#domain/actions'
import { findStatus, parseDeskSettings } from '#domain/desk-settings'
import { LIMITS } from '#domain/limits'
import { toReference } from '#domain/reference'
import type { Actor } from '../../auth/actor.ts'
import type { Tx } from '../../platform/database/db.ts'
import type { SubmissionStatus } from '../../generated/client.ts'
import { hasNumber } from '../list/number-search.service.ts'
import type { Duplicate } from '../submission.schema.ts'

type Compared = {
  id: string
  companyId: string
  taxIdHash: string | null
  ssnHashes: string[]
  company: { deskSettings: unknown }
}

type Found = {
  id: string
  merchant: string
  createdAt: Date
  status: SubmissionStatus
  statusKey: string
  sameTaxId: boolean
  sameSsn: boolean
}

/**
 * Compares stored hashes, so the caller cannot try numbers, and only those of the submission's own company. Who entered
 * the application chose its numbers, and would learn by it which ones are masked elsewhere.
 */
export async function findDuplicates(
  tx: Tx,
  actor: Actor,
  { id, companyId, ...row }: Compared,
): Promise<Duplicate[]> {
  const { taxIdHash, ssnHashes, company } = row
  const taxId = taxIdHash === null ? [] : [taxIdHash]
  if (taxId.length + ssnHashes.length === 0) return []
  const found = await tx.$queryRaw<Found[]>`
    SELECT s."id", coalesce(nullif(trim(s."legalName"), ''), trim(s."dbaName")) AS "merchant", s."createdAt",
      s."status", s."statusKey", coalesce(f."taxIdHash" = ANY(${taxId}::text[]), false) AS "sameTaxId",
      f."ssnHashes" && ${ssnHashes}::text[] AS "sameSsn"
    FROM "SubmissionDesk" s JOIN "FormSubmission" f ON f."id" = s."id"
    WHERE s."companyId" = ${companyId} AND s."id" <> ${id} AND ${hasNumber({ taxId, ssn: ssnHashes })}
    ORDER BY s."createdAt" DESC, s."id" LIMIT ${LIMITS.duplicates}`
  if (found.length > 0 && !canPerform(actor, 'submission.reveal') && (await isEntered(tx, actor, id)))
    return []
  const settings = parseDeskSettings(company.deskSettings)
  return found.map(({ sameTaxId, sameSsn, createdAt, statusKey, ...other }) => ({
    id: other.id,
    merchant: other.merchant,
    status: other.status,
    reference: toReference(other.id),
    createdAt: createdAt.toISOString(),
    statusName: findStatus(settings, { status: other.status, statusKey }).name,
    matches: [...(sameTaxId ? (['taxId'] as const) : []), ...(sameSsn ? (['ssn'] as const) : [])],
  }))
}

/** By the user or one of the user's keys. */
const isEntered = async (tx: Tx, { userId: actorId }: Actor, objectId: string): Promise<boolean> =>
  (await tx.auditEntry.count({
    where: { objectType: 'submission', objectId, act: 'submission-entered', actorId },
  })) > 0
