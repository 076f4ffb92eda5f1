import { rotationMessages } from '#domain/messages/rotation'
import {
  auditKeyContext,
  bulkActContext,
  documentKeyContext,
  formSessionKeyContext,
  otpSecretContext,
  webhookSecretContext,
  signInSecretContext,
  sealKeyContext,
  ssoRefreshContext,
} from '../crypto/contexts.ts'
import type { KeyRing } from '../crypto/keys.ts'
import { SealError } from '../crypto/seal.ts'
import type { Database, Tx } from '../database/db.ts'
import { Prisma } from '../../generated/client.ts'

/** A column whose values the main key wraps; `companyId` and `where` are SQL. */
type WrappedColumn = {
  table: string
  id: string
  column: string
  companyId: string
  where: string
  context: (id: string, companyId: string) => string
}

const wrapped = (
  table: string,
  column: string,
  context: WrappedColumn['context'],
  special: Partial<WrappedColumn> = {},
): WrappedColumn => ({ table, column, context, id: 'id', companyId: `''`, where: 'true', ...special })

const ofCompany = { companyId: '"companyId"' }

/** All of them but KeyCheck.hashKeys, which holds one value for each main key. */
export const WRAPPED_COLUMNS: readonly WrappedColumn[] = [
  wrapped('FormSession', 'wrappedKey', formSessionKeyContext, ofCompany),
  wrapped('Document', 'wrappedKey', documentKeyContext, { ...ofCompany, where: '"formSessionId" IS NULL' }),
  wrapped('UserOtp', 'secret', otpSecretContext, { id: 'userId' }),
  wrapped('AuditKey', 'wrapped', auditKeyContext),
  wrapped('Webhook', 'secret', webhookSecretContext),
  wrapped('Company', 'signInSecret', signInSecretContext),
  wrapped('LoginSession', 'ssoRefresh', ssoRefreshContext),
  wrapped('BulkJob', 'sealedAct', bulkActContext),
  wrapped('SealCertificate', 'wrappedKey', sealKeyContext, { id: 'fingerprint' }),
]

const BATCH = 500
const TELL_EVERY = 10_000

type Rewrapped = { rows: number; failed: string[] }

/** In short transactions, and without the rows that others have locked, so that nothing waits for this. */
export async function rewrapAll(
  db: Database,
  keys: KeyRing,
  say: (line: string) => void,
): Promise<Rewrapped> {
  const total: Rewrapped = { rows: 0, failed: [] }
  for (const place of WRAPPED_COLUMNS) {
    for (let after = '', found = BATCH; found === BATCH;) {
      const batch = await db.system('maintenance').write((tx) => rewrapBatch(tx, keys, place, after))
      if ((total.rows % TELL_EVERY) + batch.rows >= TELL_EVERY)
        say(rotationMessages.rowsSoFar(total.rows + batch.rows))
      total.rows += batch.rows
      total.failed.push(...batch.failed)
      after = batch.last
      found = batch.found
    }
  }
  return total
}

export async function isAnyUnderOther(db: Database, keyId: string): Promise<boolean> {
  const found = WRAPPED_COLUMNS.map(
    (place) => Prisma.sql`EXISTS (SELECT 1 FROM ${name(place.table)} WHERE ${isUnderOther(place, keyId)})`,
  )
  const [row] = await db
    .system('maintenance')
    .read((client) => client.$queryRaw<{ found: boolean }[]>`SELECT ${Prisma.join(found, ' OR ')} AS "found"`)
  return row?.found ?? false
}

async function rewrapBatch(
  tx: Tx,
  keys: KeyRing,
  place: WrappedColumn,
  after: string,
): Promise<Rewrapped & { found: number; last: string }> {
  const [table, id, column] = [name(place.table), name(place.id), name(place.column)]
  const rows = await tx.$queryRaw<{ id: string; companyId: string; value: Uint8Array }[]>`
    SELECT ${id} AS "id", ${Prisma.raw(place.companyId)} AS "companyId", ${column} AS "value" FROM ${table}
    WHERE ${id} > ${after} AND ${isUnderOther(place, keys.currentId)}
    ORDER BY ${id} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`
  const failed: string[] = []
  const rewrapped = rows.flatMap((row) => {
    const context = place.context(row.id, row.companyId)
    try {
      return [{ id: row.id, value: keys.wrap(keys.unwrap(row.value, context), context).toString('hex') }]
    } catch (error) {
      if (!(error instanceof SealError)) throw error
      failed.push(rotationMessages.failed(`${place.table} ${row.id}`, error.message))
      return []
    }
  })
  const [ids, values] = [rewrapped.map((row) => row.id), rewrapped.map((row) => row.value)]
  await tx.$executeRaw`
    UPDATE ${table} SET ${column} = decode(new."value", 'hex')
    FROM unnest(${ids}::text[], ${values}::text[]) AS new ("id", "value") WHERE ${table}.${id} = new."id"`
  return { rows: rewrapped.length, failed, found: rows.length, last: rows.at(-1)?.id ?? after }
}

const name = (identifier: string): Prisma.Sql => Prisma.raw(`"${identifier}"`)

const isUnderOther = ({ column, where }: WrappedColumn, keyId: string): Prisma.Sql =>
  Prisma.sql`${Prisma.raw(where)} AND intake_key_id(${name(column)}) <> ${keyId}`
