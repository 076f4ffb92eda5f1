import { asSystem } from '../auth/actor.ts'
import { SealError } from '../crypto/seal.ts'
import { Prisma } from '../generated/client.ts'
import { openAnswers, sealedSelect } from '../modules/submission/sealed-submission.ts'
import { toClearColumns } from '../modules/submission/clear-columns.ts'
import type { UpgradeStep } from './upgrade-step.ts'

const { signatures: _signatures, ...answersSelect } = sealedSelect

export const fillClearColumns: UpgradeStep = {
  table: 'FormSubmission',
  pending: Prisma.sql`s."state" IS NULL`,

  async mend({ db, keys }, ids) {
    const rows = await asSystem(db, 'maintenance', (client) =>
      client.formSubmission.findMany({ where: { id: { in: ids } }, select: answersSelect }),
    )
    const filled: { id: string; state: string; advanceAmount: string; sales: string }[] = []
    const unreadable: string[] = []
    for (const row of rows) {
      try {
        filled.push({ id: row.id, ...toClearColumns(openAnswers(keys, row)) })
      } catch (error) {
        if (!(error instanceof SealError || error instanceof SyntaxError)) throw error
        unreadable.push(row.id)
      }
    }
    const column = (name: 'id' | 'state' | 'advanceAmount' | 'sales') =>
      Prisma.sql`${filled.map((row) => row[name])}::text[]`
    await asSystem(
      db,
      'maintenance',
      (client) => client.$executeRaw`
        UPDATE "FormSubmission" AS s
        SET "state" = filled."state", "advanceAmount" = filled."advanceAmount", "sales" = filled."sales"
        FROM unnest(${column('id')}, ${column('state')}, ${column('advanceAmount')}, ${column('sales')})
          AS filled ("id", "state", "advanceAmount", "sales")
        WHERE s."id" = filled."id"`,
    )
    return unreadable
  },
}
