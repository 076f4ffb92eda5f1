import type { Line } from './text/lines.ts'
import { cellsOf, textOf } from './text/tokens.ts'

const BANK = /\b(bank|bancorp|credit union|trust|savings|federal|financial|union|n\.?a\.?)\b/i
const CITY = /^[A-Za-z .'-]+,? [A-Z]{2},? \d{5}(-\d{4})?$/
const STREET = /^(\d+[\w-]* |p\.? ?o\.? box )/i
const LABEL = /\b(statement|account|period|page|summary|customer|call|member|questions)\b/i

/** The bank, from what stands first or largest on the first page; the holder, from the lines above a postal address. */
export function findParties(lines: readonly Line[]): { bank: string | null; holder: string | null } {
  const cells = lines
    .filter(({ page }) => page === 1)
    .flatMap(({ words, y }) =>
      cellsOf(words).map((cell) => ({
        text: textOf(cell),
        size: cell[0]?.size ?? 0,
        x: cell[0]?.x0 ?? 0,
        y,
      })),
    )
  const banks = cells.filter(
    ({ text }) => BANK.test(text) && text.length < 50 && !/[.,;:]$|\d/.test(text) && !LABEL.test(text),
  )
  const bank = banks.toSorted((a, b) => b.size - a.size)[0]?.text ?? null
  const addresses = cells.flatMap((city) => {
    if (!CITY.test(city.text)) return []
    const above = cells
      .filter(({ x, y }) => Math.abs(x - city.x) < 3 && y < city.y && city.y - y < city.size * 6)
      .toReversed()
    const street = above.findIndex(({ text }) => STREET.test(text))
    const name = above[street + 1]?.text
    return street >= 0 && name && !STREET.test(name) ? [name] : []
  })
  const holder = addresses.find((name) => !BANK.test(name) && !LABEL.test(name)) ?? null
  return { bank, holder }
}
