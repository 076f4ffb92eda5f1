const BANK = 'First Example Bank'
const [TOP, BOTTOM, LINE] = [740, 60, 13] as const
/** How a day's takings compare with an average day's, one after another. */
const SHARES = [0.7, 1.2, 0.9, 1.4, 0.8, 1] as const
const SUPPLIERS = [
  'CITY POWER AND LIGHT',
  'MAIN STREET PROPERTIES RENT',
  'HUDSON SUPPLY CO',
  'PAYROLL SERVICE',
] as const

type Row = { day: number; text: string; cents: number }
type Merchant = { name: string; monthlySales: number; number: number }

/** A bank statement as PDF, with a running balance, so that it is read. @param month 'YYYY-MM' */
export async function exampleStatement(
  { name, monthlySales, number }: Merchant,
  month: string,
): Promise<Uint8Array> {
  // Slow to load and rarely used.
  const { PDF, measureText } = await import('@libpdf/core')
  const lastDay = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).getUTCDate()
  const moved = toRows(lastDay, monthlySales, number)
  // So that each month opens with what the one before closed with.
  const kept = moved.reduce((sum, { cents }) => sum + cents, 0)
  const rows = [...moved, { day: lastDay, text: 'ONLINE TRANSFER TO SAVINGS', cents: -kept }]
  const opening = Math.round(monthlySales * 15) + number * 100
  const toDate = (day: number) => `${month.slice(5)}/${String(day).padStart(2, '0')}/${month.slice(0, 4)}`

  const pdf = PDF.create()
  const size = 9
  let page = pdf.addPage()
  let y = TOP
  /** @param right the end of a figure; of a text, `x` is the start */
  const put = (text: string, x: number, right = 0) =>
    page.drawText(text, { x: right > 0 ? right - measureText(text, 'Helvetica', size) : x, y, size })
  const putHeads = () => {
    put('Date', 50)
    put('Description', 120)
    put('Amount', 0, 460)
    put('Balance', 0, 560)
  }
  for (const line of [
    BANK,
    name.toUpperCase(),
    `Account number: XXXXXX${String(4000 + number)}`,
    `Statement period: ${toDate(1)} - ${toDate(lastDay)}`,
    `Beginning balance: ${toText(opening)}`,
    `Ending balance: ${toText(opening)}`,
  ]) {
    put(line, 50)
    y -= LINE
  }
  y -= LINE
  putHeads()
  let balance = opening
  for (const { day, text, cents } of rows) {
    y -= LINE
    if (y < BOTTOM) {
      page = pdf.addPage()
      y = TOP
      putHeads()
      y -= LINE
    }
    balance += cents
    put(toDate(day), 50)
    put(text, 120)
    put(toText(cents), 0, 460)
    put(toText(balance), 0, 560)
  }
  return pdf.save()
}

function toRows(lastDay: number, monthlySales: number, number: number): Row[] {
  const takings = Array.from({ length: Math.floor(lastDay / 2) }, (_, index) => ({
    day: 1 + index * 2,
    text: 'CARD PAYMENTS DEPOSIT',
    cents: Math.round((monthlySales / 15) * 100 * (SHARES[(index + number) % SHARES.length] ?? 1)),
  }))
  const costs = SUPPLIERS.map((text, index) => ({
    day: 3 + index * 7,
    text,
    cents: -Math.round(monthlySales * (8 + index * 6 + (number % 5))),
  }))
  // Every third merchant pays a funder each week.
  const payments = [6, 13, 20, 27].map((day) => ({
    day,
    text: 'ACH DEBIT EXAMPLE CAPITAL ADVANCE',
    cents: -Math.round(monthlySales * 2.5),
  }))
  const fees = number % 5 === 0 ? [{ day: 17, text: 'INSUFFICIENT FUNDS FEE', cents: -3500 }] : []
  return [...takings, ...costs, ...(number % 3 === 0 ? payments : []), ...fees].sort((a, b) => a.day - b.day)
}

const toText = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
