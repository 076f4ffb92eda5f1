import type { SubmissionStatus } from '#domain/submission-status'
import { Prisma } from '../../generated/client.ts'

/** Figures of a company, or '' for those of all. */
export type Scope = { companyKey: string }

/** `standing`: totals and statuses; `steps`: the funnel, by days of the company's zone; `received`: by UTC days */
type Kind = 'standing' | 'links' | 'received' | 'steps'

/**
 * What the job has summed, and the changes since.
 * @param scope `companyKey` null: of each company
 * @param which a condition on either
 */
export function figuresOf(
  { companyKey }: { companyKey: string | null },
  kind: Kind,
  which: Prisma.Sql,
): Prisma.Sql {
  const isSummed =
    companyKey === null ? Prisma.sql`"companyKey" > ''` : Prisma.sql`"companyKey" = ${companyKey}::text`
  // A status and a step of the funnel have the same name.
  const isOfNoDay = kind === 'standing' ? Prisma.sql`"day" = '-infinity'` : Prisma.sql`TRUE`
  return Prisma.sql`(
    SELECT "companyId", "linkId", "day", "measure", "bucket", "count", "amount" FROM "SubmissionFigure"
    WHERE ${isSummed} AND ${isOfNoDay} AND ${which}
    UNION ALL SELECT * FROM intake_changed_figures(${kind}::text, ${companyKey || null}::text) WHERE ${which}) AS figure`
}

/** How many submissions there are. @param statuses null: of any */
export const totalOf = (
  scope: Scope,
  statuses: readonly SubmissionStatus[] | null,
): Prisma.Sql => Prisma.sql`(
  SELECT coalesce(sum("count"), 0)::int FROM ${figuresOf(scope, 'standing', isStanding(statuses ?? ['all']))})`

export const isStanding = (measures: readonly (SubmissionStatus | 'all')[]): Prisma.Sql =>
  Prisma.sql`"measure" = ANY(${measures}::text[])`
