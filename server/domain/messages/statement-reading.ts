import { longDate } from './long-date.ts'

const DOLLARS = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

const COUNT = new Intl.NumberFormat('en-US')

export const dollars = (cents: number): string => DOLLARS.format(cents / 100)
const day = (date: string): string => longDate(date, 'en-US')
const apart = (cents: number): string => `${dollars(Math.abs(cents))} ${cents > 0 ? 'higher' : 'lower'}`

type Place = { page: number; n: number }
const at = ({ page, n }: Place): string => `Page ${page}, line ${n}`

/** Why a file or a month of it is not read. */
export const notReadMessages = {
  locked: 'The file needs a password.',
  damaged: 'The file is damaged.',
  tooLong: 'Reading the file took too long.',
  tooLarge: 'Reading the file took too much memory.',
  tooMuchText: (glyphs: number) => `A page has more than ${COUNT.format(glyphs)} characters.`,
  tooManyRows: (rows: number) => `The file has more than ${COUNT.format(rows)} transactions.`,
  submissionRows: (rows: number) =>
    `The submission's statements have more than ${COUNT.format(rows)} transactions with this file.`,
  tooManyPages: (pages: number) => `The file has more than ${pages} pages.`,
  failed: 'The file could not be read.',
  notYet: 'The file has not been read yet.',
  noScans: 'The file has no text, and reading scans is turned off.',
  scanLimit: (pages: number) => `The file has more than ${pages} scanned pages.`,
  scanBudget: (pages: number) => `More than ${pages} scanned pages were submitted.`,
  pageMissing: (printed: string) => `Pages are missing: the file begins or ends with '${printed}'.`,
  commaCents: 'The amounts have a comma before the cents. Such statements are not read.',
  openEnded:
    'The list of transactions runs to the foot of the last page, and nothing shows that it ends there.',
  noStatement: 'The file is not a bank statement.',
  noRows: 'No transactions were recognized.',
  noPeriod: 'The statement period was not found.',
  noAccount: 'The account number was not found.',
  noBalance: 'No balances were found that confirm the transactions.',
  balanceBreak: (place: Place, cents: number) =>
    `${at(place)}: the printed balance is ${apart(cents)} than the rows before it give.`,
  closing: (place: Place, cents: number) =>
    `${at(place)}: the printed closing balance is ${apart(cents)} than the opening balance and the rows give.`,
  dailyBalance: (place: Place, date: string, cents: number) =>
    `${at(place)}: the printed balance of ${day(date)} is ${apart(cents)} than the rows give.`,
  dateOutside: (place: Place, date: string) =>
    `${at(place)}: ${day(date)} lies outside the statement period.`,
  uncertain: 'A scanned page leaves a figure in doubt.',
}

/** Sentences of flags, each with its reason. */
export const flagMessages = {
  sum: (place: Place, label: string, cents: number) =>
    `${at(place)}: the printed ‘${label}’ is ${apart(cents)} than the rows give.`,
  count: (place: Place, label: string, printed: number, count: number) =>
    `${at(place)}: ‘${label}’ says ${printed} transactions, and there are ${count}.`,
  font: (place: Place, text: string) =>
    `${at(place)}: ‘${text}’ is set in another font or size than its row.`,
  covered: (text: string, isPicture: boolean) => `A ${isPicture ? 'picture' : 'box'} covers ‘${text}’.`,
  note: (kind: string) => `A ${kind.toLowerCase()} annotation was added over the page.`,
  updated: 'The file was changed after it was made: it has a later part.',
  editor: (name: string) => `The file was saved by ${name}, a program that edits.`,
  changedLater: (made: string, changed: string) =>
    `The file was made on ${day(made)} and changed on ${day(changed)}.`,
  savedAgain: 'The file’s two identifiers differ, as after it was saved again.',
  madeEarly: (made: string, last: string) =>
    `The file says it was made on ${day(made)}, before its transactions of ${day(last)}.`,
  foreignAccount: (ending: string, usual: string) =>
    `The page belongs to the account ending in ${ending}, the others to the one ending in ${usual}.`,
  foreignPeriod: 'The page names another statement period than the others.',
  foreignNumber: (printed: string) =>
    `The page is numbered ‘${printed}’, which does not follow the page before.`,
  openingDiffers: (opening: number, closing: number, date: string) =>
    `The opening balance ${dollars(opening)} is not the closing balance ${dollars(closing)} of ${day(date)}.`,
  sentTwice: (from: string, to: string, { cents, isFirst }: { cents: number; isFirst: boolean }) =>
    `${day(from)} to ${day(to)} was sent twice; ${isFirst ? 'the first' : 'this'} copy counts.${cents === 0 ? '' : ` Credits here are ${apart(cents)}.`}`,
  holderDiffers: (holder: string) =>
    `The account belongs to ‘${holder}’, which shares no word with the applicant’s names.`,
  tooOld: (last: string) => `The statement ends on ${day(last)}, before the months that were asked for.`,
  monthMissing: (from: string, to: string) => `No statement covers ${day(from)} to ${day(to)}.`,
}
