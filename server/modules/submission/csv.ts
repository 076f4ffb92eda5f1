export const BYTE_ORDER_MARK = '\ufeff'

/** Includes leading spaces, which some spreadsheets skip, and full-width signs (OWASP, 'CSV Injection'). */
const FORMULA = /^[\t\r\n]|^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/

/**
 * RFC 4180. Quotes every cell: a spreadsheet that splits at semicolons would find a formula inside an
 * unquoted one.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
