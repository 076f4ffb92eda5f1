import type { Description } from './document-type.ts'
import { STATEMENT_TYPE } from './files.ts'
import type { Language } from './language.ts'
import { LIMITS } from './limits.ts'
import { statementMessages } from './messages/statements.ts'
import { monthName, shortMonthName } from './month-name.ts'
import { lastMonths } from './statement-month.ts'
import { dayInZone } from './time-zone.ts'

/** `undatedStatements`: how many bank statements have no known month. */
export type Statements = { statementMonths: readonly string[]; undatedStatements: number }

type Submitted = { createdAt: string | Date; timeZone: string }

export const countStatements = (
  documents: readonly { documentType: string; statementMonth: string | null }[],
) => ({
  statementMonths: documents.flatMap(({ statementMonth }) => statementMonth ?? []),
  undatedStatements: documents.filter(
    ({ documentType, statementMonth }) => documentType === STATEMENT_TYPE && statementMonth === null,
  ).length,
})

/** The last complete months before `day`, the earliest first. */
export const monthsBefore = (day: string): string[] => lastMonths(day, LIMITS.statementMonths).reverse()

export const askedMonths = ({ createdAt, timeZone }: Submitted): string[] =>
  monthsBefore(dayInZone(new Date(createdAt), timeZone))

/** No month is missing while the month of a statement is not known. */
export const missingMonths = (asked: readonly string[], statements: Statements): string[] =>
  statements.undatedStatements > 0 ? [] : asked.filter((month) => !statements.statementMonths.includes(month))

/** 'August, September and October are missing'. @param asked months, the earliest first */
export function statementSentence(
  asked: readonly string[],
  statements: Statements,
  language: Language,
): string {
  const words = statementMessages[language]
  if (asked.every((month) => statements.statementMonths.includes(month))) return words.complete(asked.length)
  if (statements.undatedStatements > 0) return words.undated(statements.undatedStatements)
  const isOneYear = asked[0]?.slice(0, 4) === asked.at(-1)?.slice(0, 4)
  const missing = missingMonths(asked, statements)
  const names = missing.map((month) => (isOneYear ? shortMonthName : monthName)(month, language))
  // 'en' alone puts a comma before 'and'.
  const list = new Intl.ListFormat(language === 'en' ? 'en-GB' : language).format(names)
  return words.missing(list, names.length)
}

/** 'Bank statement, October 2026', 'Bank statement, month not known', 'Tax return' */
export function describeType({ documentType, statementMonth }: Description, language: Language): string {
  const { types, unknownMonth } = statementMessages[language]
  if (documentType !== STATEMENT_TYPE) return types[documentType]
  const month = statementMonth === null ? unknownMonth.toLowerCase() : monthName(statementMonth, language)
  return `${types[documentType]}, ${month}`
}

/** The sentence for staff and funders. */
export const statementSummary = (submission: Submitted & Statements): string =>
  statementSentence(askedMonths(submission), submission, 'en')
