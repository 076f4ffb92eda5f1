/** Tells spreadsheets that the file is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/**
 * What a spreadsheet may take for a formula (OWASP, 'CSV Injection'): spaces before it are skipped by some, and full-width
 * signs are turned into plain ones in East Asian versions.
 */
const FORMULA = /^[\t\r\n]|^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/

/**
 * A line of RFC 4180, its end included. No cell can be run as a formula. All are quoted, as a spreadsheet that splits
 * lines at semicolons or tabs would find a formula in the middle of an unquoted cell.
 */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

function csvCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}
