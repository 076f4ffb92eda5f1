import { flagMessages } from '#domain/messages/statement-reading'
import type { StatementFlag } from '#domain/statement-reading'
import { groupBy } from '../group-by.ts'
import { findMention } from '../month/accounts.ts'
import type { Line } from '../text/lines.ts'
import { cellsOf, textOf, toPiece } from '../text/tokens.ts'

/** Lines from the top or bottom of a page that may be its header or footer. */
const EDGE = 8
const MOST = 0.6
const PAGE_NUMBER = /\bpage:? +(\d{1,3})(?: +of +(\d{1,3}))?\b|^(\d{1,3}) ?(?:\/|of) ?(\d{1,3})$/i

/** Pages whose header names another account or period than those of the others, or whose number does not follow. */
export function comparePages(
  lines: readonly Line[],
  pages: number,
  own: ReadonlySet<string | null>,
): StatementFlag[] {
  if (pages < 2) return []
  const flag = (page: number, text: string): StatementFlag => ({ kind: 'foreign_page', page, text })
  const atEdge = (line: Line) =>
    line.n <= EDGE || !lines.some(({ page, n }) => page === line.page && n > line.n + EDGE)
  const edges = lines.filter((line) => atEdge(line) && toPiece(line).amounts.length === 0)
  const alike = groupBy(
    edges,
    (line) => `${textOf(line.words).replace(/[\d,.$()-]+/g, '#')} ${Math.round(line.y / 3)}`,
  )
  const headers = [...alike.values()].filter(
    (same) =>
      same.length >= Math.max(2, pages / 2) && new Set(same.map(({ page }) => page)).size === same.length,
  )
  const known = new Set(lines.flatMap((line) => (line.page === 1 ? (findMention(line)?.ending ?? []) : [])))
  const strange = edges.flatMap((line) => {
    const mention = findMention(line)
    const [usual] = known
    return mention?.isLabelled && usual && !known.has(mention.ending) && !own.has(mention.ending)
      ? [flag(line.page, flagMessages.foreignAccount(mention.ending, usual))]
      : []
  })
  const accounts = headers.flatMap((same) => {
    const named = same.flatMap((line) => findMention(line)?.ending ?? [])
    const usual = mostFrequent(named)
    return same.flatMap((line) => {
      const ending = findMention(line)?.ending
      return ending && usual && ending !== usual && !own.has(ending)
        ? [flag(line.page, flagMessages.foreignAccount(ending, usual))]
        : []
    })
  })
  const periods = headers.flatMap((same) => {
    const datesOf = (line: Line) =>
      toPiece(line)
        .dates.map(({ year, month, day }) => `${year} ${month} ${day}`)
        .join()
    const usual = mostFrequent(same.map(datesOf))
    if (same.filter((line) => datesOf(line) === usual).length < Math.max(2, same.length * MOST)) return []
    return same
      .filter((line) => datesOf(line).length > 0 && datesOf(line) !== usual)
      .map(({ page }) => flag(page, flagMessages.foreignPeriod))
  })
  // Accounts that each have a header of their own are no pages put in.
  const few = [accounts, periods].map((flags) => (flags.length <= pages / 3 ? flags : []))
  const named = few.flat()
  return [
    ...named,
    ...strange.filter(
      ({ page }, index) => ![...named, ...strange.slice(0, index)].some((each) => each.page === page),
    ),
    ...numbersOutOfOrder(lines, pages).map(({ page, text }) => flag(page, flagMessages.foreignNumber(text))),
  ]
}

const ELSEWHERE = /\b(on|see|to|next|from|continue[ds]?|refer|of)\s*$/i

/** The page number that shows that pages are missing: the first is not 1, or the last is not the printed total. */
export function findMissing(lines: readonly Line[], pages: number): string | null {
  const numbersOn = (page: number) =>
    lines
      .filter((line) => line.page === page)
      .flatMap(({ words }) => {
        const match = PAGE_NUMBER.exec(textOf(words))
        if (!match || ELSEWHERE.test(match.input.slice(0, match.index))) return []
        const [number, of] = [match[1] ?? match[3], match[2] ?? match[4]]
        return [{ printed: match[0], number: Number(number), of: of === undefined ? null : Number(of) }]
      })
  const [first, last] = [numbersOn(1), numbersOn(pages)]
  const isLate = first.length > 0 && first.every(({ number }) => number > 1)
  const isCut = last.length > 0 && last.every(({ number, of }) => of !== null && number < of)
  const total = printedTotal(lines, pages)
  // A page of one sheet may print a date, such as 1/31.
  const cut = pages > 1 && total !== null && total > pages ? `${pages}/${total}` : null
  return (isLate ? first[0]?.printed : isCut ? last[0]?.printed : cut) ?? null
}

/** The number of pages that the first or last line of every page prints beside its own: 'Page 2 of 3', '2/3'. */
export function printedTotal(lines: readonly Line[], pages: number): number | null {
  const totals = Array.from({ length: pages }, (_, index) => {
    const own = lines.filter(({ page }) => page === index + 1)
    return [...own.slice(0, 2), ...own.slice(-2)].flatMap(({ words }) =>
      cellsOf(words).flatMap((cell) => {
        const [, number, of] = /(?:^|\bpage:? +)(\d{1,3}) ?(?:\/|of) ?(\d{1,3})$/i.exec(textOf(cell)) ?? []
        return Number(number) === index + 1 && of !== undefined ? [Number(of)] : []
      }),
    )
  })
  return totals[0]?.find((total) => totals.every((own) => own.includes(total))) ?? null
}

const mostFrequent = (texts: readonly string[]): string | undefined =>
  [...groupBy(texts, (text) => text).values()].sort((a, b) => b.length - a.length)[0]?.[0]

function numbersOutOfOrder(lines: readonly Line[], pages: number): { page: number; text: string }[] {
  const numbers = lines.flatMap(({ page, words }) => {
    const match = PAGE_NUMBER.exec(textOf(words))
    const [number, of] = [match?.[1] ?? match?.[3], match?.[2] ?? match?.[4]]
    return number ? [{ page, text: match?.[0] ?? '', number: Number(number), of: of ?? '' }] : []
  })
  const byPage = groupBy(numbers, ({ page }) => page)
  if (byPage.size < pages || [...byPage.values()].some((same) => same.length > 1)) return []
  return numbers.filter(({ number, of }, index) => {
    const before = numbers[index - 1]
    return before !== undefined && number !== 1 && (number !== before.number + 1 || of !== before.of)
  })
}
