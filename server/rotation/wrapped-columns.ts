import { asSystem } from '../auth/actor.ts'
import { auditKeyContext, otpSecretContext, retiredKeyContext } from '../crypto/contexts.ts'
import { Prisma } from '../generated/client.ts'
import type { Services } from '../services.ts'

/** A column whose values are wrapped by the main key itself, `context` for the row of that id. */
type WrappedColumn = { table: string; id: string; column: string; context: (id: string) => string }

/** All of them, but for those that are given new keys altogether (re-encrypt-session.ts, re-encrypt-document.ts). */
export const WRAPPED_COLUMNS: readonly WrappedColumn[] = [
  { table: 'UserOtp', id: 'userId', column: 'secret', context: otpSecretContext },
  { table: 'AuditKey', id: 'id', column: 'wrapped', context: auditKeyContext },
  { table: 'RetiredKey', id: 'keyId', column: 'formSessionMac', context: retiredKeyContext },
]

const name = (identifier: string): Prisma.Sql => Prisma.raw(`"${identifier}"`)

/** Which rows of a column are under another key than this one; those that are null are under none. */
export const underOther = ({ column }: WrappedColumn, keyId: string): Prisma.Sql =>
  Prisma.sql`intake_key_id(${name(column)}) <> ${keyId}`

/** Wraps again what is wrapped by another main key than the current one. Answers how many values. @throws SealError */
export async function rewrapColumns({ db, keys }: Pick<Services, 'db' | 'keys'>): Promise<number> {
  let rewrapped = 0
  for (const place of WRAPPED_COLUMNS) {
    const [table, id, column] = [name(place.table), name(place.id), name(place.column)]
    const rows = await asSystem(
      db,
      'maintenance',
      (client) => client.$queryRaw<{ id: string; value: Uint8Array }[]>`
        SELECT ${id} AS "id", ${column} AS "value" FROM ${table} WHERE ${underOther(place, keys.currentId)}`,
    )
    for (const row of rows) {
      const context = place.context(row.id)
      const value = keys.wrap(keys.unwrap(row.value, context), context)
      // Whoever wrote something else meanwhile has written it under the current key.
      rewrapped += await asSystem(
        db,
        'maintenance',
        (client) =>
          client.$executeRaw`UPDATE ${table} SET ${column} = ${value} WHERE ${id} = ${row.id} AND ${column} = ${row.value}`,
      )
    }
  }
  return rewrapped
}
