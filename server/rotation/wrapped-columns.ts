import { rotationMessages } from '#domain/messages/rotation'
import { asSystem } from '../auth/actor.ts'
import { auditKeyContext, otpSecretContext, retiredKeyContext } from '../crypto/contexts.ts'
import type { KeyRing } from '../crypto/keys.ts'
import { SealError } from '../crypto/seal.ts'
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

/** How many values were wrapped again, and a line for each that does not open. */
type Rewrapped = { rows: number; failed: string[] }

/** Wraps again what is wrapped by another main key than the current one. */
export async function rewrapColumns({ db, keys }: Pick<Services, 'db' | 'keys'>): Promise<Rewrapped> {
  const done: Rewrapped = { rows: 0, failed: [] }
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
      const value = rewrap(keys, row.value, context)
      if (value instanceof SealError) {
        done.failed.push(rotationMessages.failed(`${place.table} ${row.id}`, value.message))
        continue
      }
      // Whoever wrote something else meanwhile has written it under the current key.
      done.rows += await asSystem(
        db,
        'maintenance',
        (client) =>
          client.$executeRaw`UPDATE ${table} SET ${column} = ${value} WHERE ${id} = ${row.id} AND ${column} = ${row.value}`,
      )
    }
  }
  return done
}

function rewrap(keys: KeyRing, value: Uint8Array, context: string): Buffer<ArrayBuffer> | SealError {
  try {
    return keys.wrap(keys.unwrap(value, context), context)
  } catch (error) {
    if (error instanceof SealError) return error
    throw error
  }
}
