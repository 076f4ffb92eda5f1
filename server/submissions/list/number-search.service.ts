import { throttle, type Budget } from '../../auth/throttle.ts'
import { AppError } from '../../errors.ts'
import { oncePerInterval } from '../../lib/once-per-interval.ts'
import { Prisma } from '../../generated/client.ts'
import type { Services } from '../../services.ts'
import { recordAction, type AuditActor } from '../../events/record-event.ts'
import { countByCompany, recordReading } from '../../events/audit/record-reading.ts'
import { numberHashes, type NumberHashes } from '../accept/keyed-columns.ts'
import { findCompanyIds } from './owned-by.ts'
import { DESK, scopeCondition } from './condition.ts'
import { findPage } from './page.ts'
import { toRow, type SubmissionRow } from './rows.ts'

type Found = { rows: SubmissionRow[]; total: number; budget: Budget | null }

const oncePerMinute = oncePerInterval(60_000)

/** Takes no other filter and few tries: a reader of the last four digits could otherwise find out the others. */
export async function searchByNumber(services: Services, by: AuditActor, digits: string): Promise<Found> {
  const budget = await countSearch(services, by)
  const hashes = numberHashes(services.keys, await findCompanyIds(services, by.actor), digits)
  const sql = Prisma.sql`${scopeCondition(by.actor)} AND ${hasNumber(hashes)}`
  const condition = { from: DESK, sql, as: by.actor, searched: true, counted: null, most: Infinity }
  const page = await findPage(services.db, condition, {})
  await recordReading(services, by, {
    act: 'submission-number-searched',
    objectType: 'submission',
    rows: countByCompany(
      page.rows.map(({ companyId }) => companyId),
      by,
    ),
  })
  return { rows: page.rows.map(toRow), total: page.total, budget }
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
 * Each part is found by an index; joined by OR, all rows would be compared, and so they would be with a list of thousands of
 * hashes. PostgreSQL needs the last condition to use the partial index.
 */
export const hasNumber = ({ taxId, ssn }: NumberHashes): Prisma.Sql => Prisma.sql`
  s."id" IN (
    SELECT "id" FROM ${inOrder(taxId)} JOIN "FormSubmission" ON "taxIdHash" = hash
    UNION ALL SELECT "id" FROM ${inOrder(ssn)} JOIN "FormSubmission" ON "ssnHashes"[1] = hash
    UNION ALL SELECT "id" FROM ${inOrder(ssn)}
      JOIN "FormSubmission" ON "ssnHashes"[2] = hash AND "ssnHashes"[2] IS NOT NULL)`

/** In their order they read neighbouring pages of the index. */
const inOrder = (hashes: string[]): Prisma.Sql =>
  Prisma.sql`(SELECT hash FROM unnest(${hashes}::text[]) AS hash ORDER BY 1) AS asked`
