import { readPdf } from './pdf/read-pdf.ts'
import { findParties } from './parties.ts'
import { readText } from './read-text.ts'
import { GLANCE_LIMITS, STATEMENT_LIMITS } from '#domain/limits'
import { monthOf } from './text/dates.ts'

/** What the first pages tell: no figures. `unknown`: a scan, or a file that cannot be read. */
export type Glance = {
  state: 'statement' | 'locked' | 'not_a_statement' | 'unknown'
  month: string | null
  bank: string | null
  accountEnding: string | null
}

const FIRST_PAGES = 3
const MOST = { pages: STATEMENT_LIMITS.pages, glyphs: GLANCE_LIMITS.glyphs }

const nothing = (state: Glance['state']): Glance => ({ state, month: null, bank: null, accountEnding: null })

export const isLocked = (error: unknown): boolean =>
  error instanceof Error && error.name === 'PasswordException'

export async function glanceAt(bytes: Uint8Array): Promise<Glance> {
  try {
    const { lines, scans, pages } = await readPdf(bytes, MOST, FIRST_PAGES)
    if (scans.length > 0 || lines.length === 0) return nothing('unknown')
    const texts = readText(lines, Math.min(pages, FIRST_PAGES), false)
    const [first] = texts.filter(({ period, entries }) => period !== null && entries.length > 1)
    if (!first?.period) return nothing('not_a_statement')
    const { bank } = findParties(lines)
    return { state: 'statement', month: monthOf(first.period), bank, accountEnding: first.ending }
  } catch (error) {
    return nothing(isLocked(error) ? 'locked' : 'unknown')
  }
}
