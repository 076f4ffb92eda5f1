import { isRecord } from '#domain/json'

/** Lists of users and roles count a few rows for each entry, which is no fault. */
const MOST = { counts: 25, rows: 10_000 }

/**
 * @param plan as auto_explain logs it in JSON
 * @returns a sentence for each large table that the plan reads whole, and for each count of many rows that it repeats
 */
export function planFaults(plan: unknown, isLarge: (table: string) => boolean): string[] {
  if (!isRecord(plan)) return []
  const table = typeof plan['Relation Name'] === 'string' ? plan['Relation Name'] : ''
  // Of a policy's alternatives one is executed.
  const isRead = plan['Node Type'] === 'Seq Scan' && plan['Actual Loops'] !== 0
  const children = Array.isArray(plan.Plans) ? plan.Plans : []
  return [
    ...(isRead && isLarge(table) ? [`reads all of ${table}`] : []),
    ...(plan['Node Type'] === 'Aggregate' && isRepeated(plan, children)
      ? ['counts the same rows again and again']
      : []),
    ...children.flatMap((child) => planFaults(child, isLarge)),
  ]
}

function isRepeated(plan: Record<string, unknown>, children: unknown[]): boolean {
  const loops = Number(plan['Actual Loops'])
  const read = children.reduce<number>(
    (sum, child) => sum + (isRecord(child) ? Number(child['Actual Rows']) : 0),
    0,
  )
  return loops > MOST.counts && loops * read > MOST.rows
}

/** The plans in PostgreSQL's log, one for each statement and for each statement within a function. */
export const plansIn = (log: string): unknown[] =>
  [...log.matchAll(/plan:\n((?:\t.*\n)+)/g)].map(([, json = '']) => toPlan(json))

/** @param json auto_explain's, of a statement */
export function toPlan(json: string): unknown {
  const found: unknown = JSON.parse(json)
  return isRecord(found) ? found.Plan : null
}
