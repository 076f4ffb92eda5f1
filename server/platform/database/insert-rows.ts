import { Prisma } from '../../generated/client.ts'

type Row = Readonly<Record<string, Prisma.InputJsonValue | null>>

/** One statement; Prisma takes seconds for 2,000 rows while locks are held. @returns the ids of those without a conflict */
export async function insertRows(
  tx: Prisma.TransactionClient,
  table: Prisma.ModelName,
  rows: readonly Row[],
): Promise<Set<unknown>> {
  const [first] = rows
  if (first === undefined) return new Set()
  const name = Prisma.raw(`"${table}"`)
  const columns = Prisma.raw(`"${Object.keys(first).join('", "')}"`)
  const made = await tx.$queryRaw<{ id: unknown }[]>`
    INSERT INTO ${name} (${columns}) SELECT ${columns}
    FROM jsonb_populate_recordset(NULL::${name}, ${JSON.stringify(rows)}::jsonb)
    ON CONFLICT DO NOTHING RETURNING "id"`
  return new Set(made.map(({ id }) => id))
}
