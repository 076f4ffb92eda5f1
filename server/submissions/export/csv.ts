import { dayInZone, DEFAULT_TIME_ZONE } from '#domain/time-zone'
import type { Actor } from '../../auth/actor.ts'
import type { Tx } from '../../platform/database/db.ts'

export const BYTE_ORDER_MARK = '\ufeff'

/** Includes leading spaces, which some spreadsheets skip, and full-width signs (OWASP, 'CSV Injection'). */
const FORMULA = /^[\t\r\n]|^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/

/** RFC 4180. Quotes every cell: a spreadsheet that splits at semicolons would find a formula inside an unquoted one. */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(cell: string | number): string {
  const text = String(cell)
  const safe = typeof cell === 'string' && FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** 'submissions-2026-11-22.csv', by the day where the actor's company is */
export async function csvName(
  tx: Tx,
  { companyId }: Actor,
  title: string,
  now = new Date(),
): Promise<string> {
  const company =
    companyId === null
      ? null
      : await tx.company.findUnique({ where: { id: companyId }, select: { timeZone: true } })
  return `${title}-${dayInZone(now, company?.timeZone ?? DEFAULT_TIME_ZONE)}.csv`
}
