import { Prisma } from '../generated/client.ts'

type Table = 'Company' | 'FormSession' | 'FormSubmission' | 'GeneratedLink' | 'Role' | 'Team' | 'User'

/**
 * Holds a row for the rest of the transaction, so that what is read of it now is what is written over. A row that is
 * not there, or another company's, is simply not held.
 */
export const lockRow = (tx: Prisma.TransactionClient, table: Table, id: string): Promise<void> =>
  lockRows(tx, table, [id])

const STRENGTHS = {
  /** nobody else changes, deletes or refers to it */
  all: Prisma.sql`FOR UPDATE`,
  /** nobody else changes or deletes it */
  changes: Prisma.sql`FOR NO KEY UPDATE`,
  /** nobody changes or deletes it; others may hold it likewise */
  shared: Prisma.sql`FOR SHARE`,
} as const

/**
 * The same for several, in the order of their ids. Where rows of several tables are held, companies come before teams
 * and form sessions, those before their submissions, and teams before users, so that nobody waits in a circle.
 */
export async function lockRows(
  tx: Prisma.TransactionClient,
  table: Table,
  ids: readonly string[],
  strength: keyof typeof STRENGTHS = 'all',
): Promise<void> {
  if (ids.length === 0) return
  await tx.$queryRaw(Prisma.sql`
    SELECT 1 FROM ${Prisma.raw(`"${table}"`)} WHERE "id" = ANY(${[...ids]}) ORDER BY "id" ${STRENGTHS[strength]}`)
}
