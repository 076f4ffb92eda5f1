import { Prisma } from '../../generated/client.ts'

type Table = Prisma.ModelName

export const lockRow = (tx: Prisma.TransactionClient, table: Table, id: string): Promise<void> =>
  lockRows(tx, table, [id])

const STRENGTHS = {
  all: Prisma.sql`FOR UPDATE`,
  changes: Prisma.sql`FOR NO KEY UPDATE`,
  shared: Prisma.sql`FOR SHARE`,
} as const

/**
 * Lock companies before teams and form sessions, those before submissions and documents, those before their rows of the
 * desk, and teams before users: another order can deadlock.
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

/**
 * A submission's row of the desk, before any other of the submission's rows but its form session. Work that has it may add
 * rows that refer to the submission, and so needs that one's row after the desk's, the other way round than
 * `lockToDestroy`, which waits for such work first. A tenant cannot lock the submission.
 */
export async function lockDesk(tx: Prisma.TransactionClient, id: string): Promise<void> {
  await holdOffDestroying(tx, id)
  await lockRow(tx, 'SubmissionDesk', id)
}

/** For work that adds rows which refer to a submission and changes none of its own. */
export const holdOffDestroying = (tx: Prisma.TransactionClient, id: string) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(hashtext('SubmissionDesk'), hashtext(${id}))`

/** The form session first, as requests and answers have it when they move the submission. */
export async function lockToDestroy(tx: Prisma.TransactionClient, id: string): Promise<void> {
  await lockRow(tx, 'FormSession', id)
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext('SubmissionDesk'), hashtext(${id}))`
  await lockRow(tx, 'FormSubmission', id)
  await lockRow(tx, 'SubmissionDesk', id)
}

/**
 * Callers that count the rows of an owner before they add one take turns until their transactions end. Counting after
 * an insert would not do: transactions don't see each other's rows.
 * @param owner null: the provider
 */
export const lockCount = (tx: Prisma.TransactionClient, table: Table, owner: string | null) =>
  tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtext(${table}), hashtext(${owner ?? ''}))`
