import { LIMITS } from '#domain/limits'
import { notReadMessages as because } from '#domain/messages/statement-reading'
import { flagHistory } from './flags/history.ts'
import { comparePages, findMissing, printedTotal } from './flags/pages.ts'
import type { PdfContent } from './pdf/read-pdf.ts'
import { findParties } from './parties.ts'
import { readAccount } from './read-account.ts'
import { readText } from './read-text.ts'
import type { FileReading, ReadAccount } from './reading.ts'
import { parseAmount } from './text/amounts.ts'
import type { Line } from './text/lines.ts'

/** What a file without any reading is given as. */
export const unread = (reason: string, state: FileReading['state'] = 'not_read'): FileReading => ({
  state,
  reason,
  bank: null,
  holder: null,
  accounts: [],
  flags: [],
})

export const countRows = (accounts: readonly ReadAccount[]): number =>
  accounts.reduce((sum, account) => sum + (account.state === 'read' ? account.rows.length : 0), 0)

const COMMA_CENTS = /^[-+($€]*\d{1,3}(\.?\d{3})*,\d\d[-+)€]*$/

/** '1.234,56': dates may have their days before their months there, too. */
function hasCommaCents(lines: readonly Line[]): boolean {
  const words = lines.flatMap((line) => line.words.map(({ text }) => text))
  const commas = words.filter((text) => COMMA_CENTS.test(text)).length
  return commas > 1 && commas > words.filter((text) => parseAmount(text) !== null).length
}

/** Reads the lines of a file's pages, recognized ones among them. @param file null for a photo */
export function readLines(
  lines: readonly Line[],
  pages: number,
  file: Pick<PdfContent, 'flags' | 'history' | 'scans'> | null,
): FileReading {
  const isScan = file === null || file.scans.length > 0
  // Recognition takes points for commas, and mends them.
  if (!isScan && hasCommaCents(lines)) return unread(because.commaCents)
  const texts = readText(lines, pages, isScan)
  if (texts.every(({ period, entries }) => period === null || entries.length < 2))
    return unread(because.noStatement, 'not_a_statement')
  const isWhole = printedTotal(lines, pages) === pages
  const found = texts.map((text) => readAccount(text, { isScan, isWhole, pages }))
  const missing = isScan ? null : findMissing(lines, pages)
  const accounts = found.map(({ account }): ReadAccount => {
    if (missing === null) return account
    const { accountEnding, from, to } = account
    return { accountEnding, from, to, state: 'not_read', failure: because.pageMissing(missing) }
  })
  const days = accounts.flatMap((account) =>
    account.state === 'read' ? account.rows.map(({ date }) => date) : [],
  )
  if (countRows(accounts) > LIMITS.rowsPerStatement)
    return unread(because.tooManyRows(LIMITS.rowsPerStatement))
  const failures = accounts.flatMap((account) => (account.state === 'not_read' ? [account.failure] : []))
  return {
    state: failures.length < accounts.length ? 'read' : 'not_read',
    reason: failures[0] ?? null,
    ...findParties(lines),
    accounts,
    flags: [
      ...found.flatMap(({ flags }) => flags),
      ...(isScan
        ? []
        : comparePages(
            lines,
            pages,
            new Set(accounts.flatMap(({ state, accountEnding }) => (state === 'read' ? accountEnding : []))),
          )),
      ...(file ? [...file.flags, ...flagHistory(file.history, days.toSorted().at(-1) ?? null)] : []),
    ],
  }
}
