import { isRecord } from '#domain/json'

/** More than there are statuses or pages; fewer than the cards of a board. */
const MOST_COUNTS = 25

/**
 * @param plan as auto_explain logs it in JSON
 * @returns a sentence for each large table that the plan reads whole, and for each count that it repeats for row after row
 */
export function planFaults(plan: unknown, isLarge: (table: string) => boolean): string[] {
  if (!isRecord(plan)) return []
  const table = typeof plan['Relation Name'] === 'string' ? plan['Relation Name'] : ''
  // Of a policy's alternatives one is executed.
  const isRead = plan['Node Type'] === 'Seq Scan' && plan['Actual Loops'] !== 0
  const children = Array.isArray(plan.Plans) ? plan.Plans : []
  return [
    ...(isRead && isLarge(table) ? [`reads all of ${table}`] : []),
    ...(plan['Node Type'] === 'Aggregate' && Number(plan['Actual Loops']) > MOST_COUNTS
      ? [`counts ${String(plan['Actual Loops'])} times`]
      : []),
    ...children.flatMap((child) => planFaults(child, isLarge)),
  ]
}

/** The plans in PostgreSQL's log, one for each statement and for each statement within a function. */
export const plansIn = (log: string): unknown[] =>
  [...log.matchAll(/plan:\n((?:\t.*\n)+)/g)].map(([, json = '']) => toPlan(json))

/** @param json auto_explain's, of a statement */
export function toPlan(json: string): unknown {
  const found: unknown = JSON.parse(json)
  return isRecord(found) ? found.Plan : null
}
