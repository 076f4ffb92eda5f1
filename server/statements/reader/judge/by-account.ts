import { groupBy } from '../group-by.ts'

type Account = { bank: string | null; accountEnding: string | null }

const GENERAL =
  /^(the|first|bank|banks|of|and|national|federal|community|credit|union|savings|trust|financial)$/i
/** Letters. Recognition may take those behind for others. */
const SURE = 4

/** The beginning of the word that tells a bank from others. */
function nameOf(bank: string): string {
  const words = bank.split(/[^A-Za-z]+/).filter((word) => word !== '')
  return (words.find((word) => !GENERAL.test(word)) ?? words.join('')).slice(0, SURE).toLowerCase()
}

/** Accounts of two banks may end in the same digits. A file that names no bank is taken for the first that does. */
export function groupByAccount<T>(items: readonly T[], accountOf: (item: T) => Account): T[][] {
  return [...groupBy(items, (item) => accountOf(item).accountEnding).values()].flatMap((same) => {
    const [first = ''] = same.flatMap((item) => accountOf(item).bank ?? [])
    return [...groupBy(same, (item) => nameOf(accountOf(item).bank ?? first)).values()]
  })
}
