import { LIMITS } from './limits.ts'
import { documentMessages } from './messages/document.ts'
import { lastMonths } from './statement-month.ts'
import { dayInZone } from './time-zone.ts'

type Received = { statementMonths: readonly string[]; createdAt: string | Date; timeZone: string }

/** The last complete months before the submit, the earliest first. */
export const askedMonths = ({ createdAt, timeZone }: Omit<Received, 'statementMonths'>): string[] =>
  lastMonths(dayInZone(new Date(createdAt), timeZone), LIMITS.statementMonths).reverse()

/** Which of the last complete months before the submit there are statements of: 'Statements: Jul Aug Sep Oct, none missing'. */
export function statementSummary({ statementMonths, ...received }: Received): string {
  const asked = askedMonths(received)
  const named = (isThere: boolean) =>
    asked.filter((month) => statementMonths.includes(month) === isThere).map(shortName)
  return documentMessages.statements(named(true).join(' '), named(false).join(' '))
}

const shortName = (month: string): string =>
  new Date(`${month}-01`).toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' })
