import { throttle, type Budget } from '../../auth/throttle.ts'
import { AppError } from '../../errors.ts'
import { oncePerInterval } from '../../once-per-interval.ts'
import { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { LIMITS } from '#domain/limits'
import { recordAction } from '../audit/audit.service.ts'
import type { AuditActor } from '../audit/record-change.ts'
import { countByCompany, recordReading } from '../audit/record-reading.ts'
import { numberHashes, type NumberHashes } from './keyed-columns.ts'
import { findCompanyIds, ROWS, scopeCondition } from './submission-filter.ts'
import { findPage } from './submission-page.ts'
import { toListRow } from './submission-row.ts'
import type { SubmissionRow } from './submission-row.schema.ts'

type Found = { rows: SubmissionRow[]; total: number; budget: Budget | null }

const oncePerMinute = oncePerInterval(60_000)

/**
 * Takes no other filter and few tries: a reader of the last four digits could otherwise find out the others.
 */
export async function searchByNumber(services: Services, by: AuditActor, digits: string): Promise<Found> {
  const budget = await countSearch(services, by)
  const hashes = numberHashes(services.keys, await findCompanyIds(services, by.actor), digits)
  const condition = {
    // A page in the order of the rows would compare all of them.
    from: Prisma.sql`(SELECT s.* FROM ${ROWS} AS s WHERE ${hasNumber(hashes)})`,
    sql: scopeCondition(by.actor),
    searched: true,
    whole: null,
  }
  const page = await findPage(services.db, by.actor, condition, undefined, { from: 0, size: LIMITS.listRows })
  await recordReading(services, by, {
    act: 'submission-number-searched',
    objectType: 'submission',
    rows: countByCompany(
      page.rows.map(({ companyId }) => companyId),
      by,
    ),
  })
  return { rows: page.rows.map(toListRow), total: page.total, budget }
}

async function countSearch(services: Services, by: AuditActor): Promise<Budget | null> {
  const { userId, companyId } = by.actor
  try {
    return await throttle(services, 'numberSearchPerPerson', userId)
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') {
      const object = { companyId, objectType: 'submission', objectId: '' }
      await oncePerMinute(userId, () =>
        recordAction(services, by, 'submission-number-searched', object, { throttled: true }),
      )
    }
    throw error
  }
}

/**
 * Each part is found by an index; joined by OR, all rows would be compared. PostgreSQL needs the last
 * condition to use the partial index.
 */
export const hasNumber = ({ taxId, ssn }: NumberHashes): Prisma.Sql => Prisma.sql`
  s."id" IN (
    SELECT "id" FROM "FormSubmission" WHERE "taxIdHash" = ANY(${taxId}::text[])
    UNION ALL SELECT "id" FROM "FormSubmission" WHERE "ssnHashes"[1] = ANY(${ssn}::text[])
    UNION ALL SELECT "id" FROM "FormSubmission"
      WHERE "ssnHashes"[2] = ANY(${ssn}::text[]) AND "ssnHashes"[2] IS NOT NULL)`
