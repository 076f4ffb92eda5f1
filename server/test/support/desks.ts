import { Prisma } from '../../generated/client.ts'
import type { Tx } from '../../platform/database/db.ts'

/** Gives submissions that were stored without one a row of the desk, as a submit does. */
export async function openDesks(
  tx: Tx,
  data: Prisma.SubmissionDeskUncheckedUpdateManyInput = {},
): Promise<void> {
  const given = JSON.stringify(data, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  const names = Object.keys(data).map((name) => `"${name}"`)
  const times = ['"statusAt"', '"updatedAt"'].filter((name) => !names.includes(name))
  const columns = Prisma.raw([...names, ...times].join(', '))
  const values = Prisma.raw(
    [...names.map((name) => `given.${name}`), ...times.map(() => `f."createdAt"`)].join(', '),
  )
  await tx.$executeRaw`
    INSERT INTO "SubmissionDesk" ("id", "companyId", "linkId", "createdAt", ${columns})
    SELECT f."id", f."companyId", f."linkId", f."createdAt", ${values}
    FROM "FormSubmission" f, jsonb_populate_record(NULL::"SubmissionDesk", ${given}::jsonb) AS given
    WHERE NOT EXISTS (SELECT FROM "SubmissionDesk" d WHERE d."id" = f."id")`
}
