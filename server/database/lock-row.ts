import { Prisma } from '../generated/client.ts'

/**
 * Holds a row for the rest of the transaction, so that what is read of it now is what is written over. A row that is
 * not there, or another company's, is simply not held.
 */
export async function lockRow(
  tx: Prisma.TransactionClient,
  table: 'Company' | 'GeneratedLink' | 'Role' | 'Team' | 'User',
  id: string,
): Promise<void> {
  await tx.$queryRaw(Prisma.sql`SELECT 1 FROM ${Prisma.raw(`"${table}"`)} WHERE "id" = ${id} FOR UPDATE`)
}
